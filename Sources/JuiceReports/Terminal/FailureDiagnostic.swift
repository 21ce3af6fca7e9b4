internal import JuiceBatch

extension FailureDetail {
    /// `FILE:LINE: code: text`, harmless on a terminal.
    package func diagnostic(_ ink: Ink = .plain) -> String {
        let colour: Ink.Colour = code.failureClass == .rejected ? .bad : .notable
        return "\(SafeText.terminal(file)):\(line): \(ink.paint(code.name, colour)): \(SafeText.terminal(message))"
    }
}
