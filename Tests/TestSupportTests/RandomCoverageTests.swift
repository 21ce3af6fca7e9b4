import TestSupport
import Testing

/// What the random cases reach; a case that never comes up tests nothing.
@Suite("Reach of the random cases")
struct RandomCoverageTests {
    @Test("Every code, encoding, delimiter and exit status comes up")
    func everythingComesUp() {
        var codes: Set<String> = []
        var refusals: Set<String> = []
        var encodings: Set<String> = []
        var delimiters: Set<UInt8> = []
        var exits: Set<Int> = []
        for seed in UInt64(20_240_229)..<20_240_829 {
            switch RandomShop.makeCase(seed: seed).modelResult() {
            case .stopped(let exit, let refusal):
                exits.insert(exit)
                if let refusal { refusals.insert(refusal.code) }
            case .done(let run):
                exits.insert(run.exit)
                codes.formUnion(run.failures.compactMap(\.code))
                encodings.formUnion(run.inputs.map(\.encoding))
                delimiters.formUnion(run.inputs.map(\.delimiter))
            }
        }
        #expect(
            codes
                == Set(PlainModel.codeOrder).subtracting([
                    "ignored", "unknown_value", "invalid_time", "assertion_failed",
                ]))
        #expect(encodings == ["utf-8", "utf-16le", "utf-16be", "cp949"])
        #expect(delimiters == Set(PlainStart.delimiters))
        #expect(exits.isSuperset(of: [0, 3, 4, 65, 78]))
        #expect(
            refusals.isSuperset(of: [
                "bad_quoting", "bad_encoding", "nul_byte", "field_too_long", "no_header", "no_item_column",
                "duplicate_column", "too_many_columns", "already_applied", "changed_report",
            ]))
    }
}
