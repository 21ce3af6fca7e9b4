internal import JuiceReports

/// The endings of a chain's nights, of which there are few: each other one counts as one of these.
enum ChainEnding {
    /// What an ending counts as.
    private static func counted(_ code: Int) -> Ending {
        switch code {
        case 0: .done
        case 3: .short
        case 4, 5, 6: .rejected
        // What was asked for, or how it is to be read, makes no sense: nothing was applied.
        case 64, 65, 66, 78: .refused
        case 1, 70: .broken
        default: .inputOutput
        }
    }

    /// The worst of some, by its code; 0 of none.
    static func worst(_ codes: [Int]) -> Int { ChainExit.worst(codes.map { Int(counted($0).code) }) }

    /// How a chain's night ends that came to a code.
    static func ending(_ code: Int) -> Ending { counted(code) }

    /// What has become of a shop whose night counts so.
    static func state(of code: Int) -> ShopFacts.State {
        switch counted(code) {
        case .broken, .inputOutput: .failed
        case .refused: .refused
        case .rejected: .rejected
        default: .done
        }
    }
}
