internal import JuiceShop

/// The presses that a script sends together.
struct PressesForm {
    /// The presses in the order in which they were made.
    let requests: [CounterRequest]
    /// The ids of the presses of the same burst that were answered before.
    let burst: [String]
    /// The time at which the shift was opened in which the presses were made.
    let shift: String

    private static let countMax = 200

    /// Creates a form from its fields; nil if no script of ours sends such.
    ///
    /// A press is `ID:JUICE`, with the juice's number on the menu, or `ID:back:ID`, with the id of the booking that is
    /// to be taken back; commas stand between presses.
    init?(_ fields: FormFields, _ juices: [ShiftView.JuiceView]) {
        guard let list = fields["presses"], let shift = fields["shift"] else { return nil }
        let presses = list.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...Self.countMax).contains(presses.count) else { return nil }
        var requests: [CounterRequest] = []
        for press in presses {
            let parts = press.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 3, parts[1] == "back" {
                requests.append(CounterRequest(id: parts[0], .takeBack(id: parts[2])))
            } else if parts.count == 2, let number = Int(parts[1]), juices.indices.contains(number - 1) {
                requests.append(CounterRequest(id: parts[0], .order(juice: juices[number - 1].name, cups: 1)))
            } else {
                return nil
            }
        }
        self.requests = requests
        self.shift = shift
        burst = WebApp.list(fields["burst"])
    }
}
