/// The ASCII bytes that the reader and the writers name.
@frozen @usableFromInline package enum Ascii {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var pipe: UInt8 { 0x7C }
}
