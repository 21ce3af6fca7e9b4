/// Walks through packed rows that are in order.
protocol RunCursor: AnyObject {
    /// The next row, behind which `ByteBuffer.slackBytes` may be read, until the one behind it is asked for; nil when
    /// there is none left.
    func next() throws -> UnsafeBufferPointer<UInt8>?
}
