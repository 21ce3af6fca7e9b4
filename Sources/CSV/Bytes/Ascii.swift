/// The ASCII bytes that the readers and the writers name.
@frozen @usableFromInline package enum Ascii {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var hyphen: UInt8 { 0x2D }
    @inlinable package static var point: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var upperA: UInt8 { 0x41 }
    @inlinable package static var upperM: UInt8 { 0x4D }
    @inlinable package static var upperP: UInt8 { 0x50 }
    @inlinable package static var upperT: UInt8 { 0x54 }
    @inlinable package static var upperZ: UInt8 { 0x5A }
    @inlinable package static var pipe: UInt8 { 0x7C }
}
