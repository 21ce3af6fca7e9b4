import JuiceReports
import Testing

@testable import JuiceShop

/// What the endings of shops come to in a chain.
@Suite struct ChainEndingTests {
    @Test(arguments: [
        ([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 4], 4), ([4, 5], 4), ([6], 4), ([3, 64], 65), ([66, 4], 65), ([78], 65),
        ([65, 75], 74), ([73], 74), ([77, 78], 74), ([74, 70], 70), ([1], 70), ([130], 74),
    ])
    func theWorstOfSomeIsOneOfFew(codes: [Int], worst: Int) {
        #expect(ChainEnding.worst(codes) == worst)
        #expect(ChainEnding.worst(codes.reversed()) == worst)
    }

    @Test(arguments: [
        (0, ShopFacts.State.done), (3, .done), (4, .rejected), (5, .rejected), (6, .rejected), (64, .refused),
        (65, .refused), (66, .refused), (78, .refused), (70, .failed), (73, .failed), (74, .failed), (75, .failed),
        (77, .failed),
    ])
    func aStateTellsOfTheEnding(code: Int, state: ShopFacts.State) {
        #expect(ChainEnding.state(of: code) == state)
    }
}
