import Foundation
import TestSupport
import Testing

/// The counter process: opening, keeping and closing its shift.
@Suite struct CounterCommandTests {
    /// Starts a counter and waits for its pages; `$counter` is its process.
    private let start = """
        export JUICE_BATCH_LANGUAGE=en
        counter() {
            : > link
            "$0" counter --ledger ${ledger:-l.sqlite} --listen "${listen:-127.0.0.1:0}" "$@" > link 2> said &
            counter=$!
            until [ -s link ]; do sleep 0.01; done
        }
        ends() { wait $counter; echo "$1: $?"; }

        """

    private func said(_ commands: String, by files: [String: String] = [:]) throws -> [String] {
        let result = try Shop(files).shell(start + commands)
        return result.outputText.split(separator: "\n").map(String.init)
    }

    @Test func killLeavesTheShiftOpenAndTermClosesIt() throws {
        let found = try said(
            """
            counter; kill -KILL $counter; ends kill
            "$0" run a.csv --ledger l.sqlite --quiet 2> error; echo "run: $?"
            grep -c "a counter shift has been open since .*Z, so the ledger cannot be changed; no counter is running" error
            "$0" run a.csv --ledger l.sqlite --dry-run --quiet 2> error; echo "dry run: $?"
            "$0" reverse 1 --ledger l.sqlite 2> error; echo "reverse: $?"
            for command in stock history verify; do "$0" $command --ledger l.sqlite > out; echo "$command: $?"; done
            counter; kill -HUP $counter; ends hangup
            counter
            "$0" counter --ledger l.sqlite --listen 127.0.0.1:0 2> error; echo "second: $?"
            grep -c "the counter is running as process $counter" error
            kill -TERM $counter; ends term
            "$0" run a.csv --ledger l.sqlite --quiet 2> error; echo "run: $?"
            "$0" history --ledger l.sqlite --json | grep -c '"run"'
            ls journal | wc -l; ls -d reports/*/ | wc -l
            """, by: ["a.csv": "item\n키위쥬스\n"])
        #expect(
            found == [
                "kill: 137", "run: 75", "1", "dry run: 75", "reverse: 75", "stock: 0", "history: 0", "verify: 0",
                "hangup: 129", "second: 75", "1", "term: 0", "run: 0", "2", "1", "2",
            ])
    }

    /// With another stock, a row of the log could fail, and the log would seem damaged.
    @Test func shiftStaysOpenOnAStockThatContradictsTheHistory() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let row = "2000-01-01 10:00:00,4081b7aff8d53429217b5626ac51748c-1,discard,키위,5"
        let opened = try shop.shell(
            start + """
                "$0" run a.csv --ledger l.sqlite --quiet; counter; kill -KILL $counter; ends kill
                log=$(echo journal/*.csv); echo "\(row)" >> "$log"
                """)
        #expect(opened.outputText == "kill: 137\n")
        let (close, open) = ("counter close --ledger l.sqlite", "counter --ledger l.sqlite --listen 127.0.0.1:0")
        #expect(try shop.edit("l.sqlite", "UPDATE stock SET pieces = pieces - 7").exit == 0)
        #expect(try shop.exits(close, open) == [70, 70])
        #expect(try shop.edit("l.sqlite", "UPDATE stock SET pieces = pieces + 7").exit == 0)
        #expect(try shop.exits(close) == [0])
    }

    /// The orders of a shift that a chain's run closes are part of its roll-up.
    @Test func chainRunCountsTheShiftThatItCloses() throws {
        let found = try said(
            """
            mkdir -p c/b/inbox; cd c/b; ln -s /dev/null inbox/link.csv; ledger=shop.sqlite; counter; cd ../..
            kill -KILL $counter; ends kill
            log=$(echo c/b/journal/*.csv)
            echo "2000-01-01 10:00:00,4081b7aff8d53429217b5626ac51748c-1,order,키위쥬스,2" >> "$log"
            "$0" chain run c --date 2026-11-20 > out 2> error; echo "run: $?"; cut -d , -f 1-8 c/reports/2026-11-20/chain.csv
            grep -c "b: link.csv: not opened, because it is not a regular file" error
            """, by: ["c/chain.json": #"{"columns":{"shop":"매장"}}"#])
        #expect(found.contains("run: 0") && found.contains { $0.hasPrefix("b,b,done,0,1,1,1,0") }, "\(found)")
        #expect(found.last == "1")
    }

    @Test func portInUseOpensNoShift() throws {
        let found = try said(
            """
            counter; port=$(sed 's/.*:\\([0-9]*\\)\\/open.*/\\1/' link)
            "$0" counter --ledger m.sqlite --listen 127.0.0.1:$port 2> error; echo "taken: $?"
            grep -c "127.0.0.1:$port: .*Address already in use.* --listen" error; ls journal | wc -l
            "$0" run a.csv --ledger m.sqlite --quiet; echo "run: $?"
            kill -KILL $counter; ends kill
            "$0" counter --ledger l.sqlite --listen 203.0.113.1:$port --host a 2> error; echo "not ours: $?"
            "$0" run a.csv --ledger l.sqlite --quiet 2> error; echo "still open: $?"
            """, by: ["a.csv": "item\n키위쥬스\n"])
        #expect(found == ["taken: 74", "1", "1", "run: 0", "kill: 137", "not ours: 74", "still open: 75"])
    }

    @Test func shiftCanBeClosedByCommand() throws {
        let found = try said(
            """
            "$0" counter close --ledger none.sqlite; echo "none: $?"; ls
            counter; "$0" counter close --ledger l.sqlite > out; echo "close: $?"; ends counter; cat said
            "$0" counter close --ledger l.sqlite; echo "again: $?"
            counter --journal days --output books --excel; kill -TERM $counter; ends term; ls days | wc -l; ls books | wc -l
            """)
        #expect(
            found == [
                "none: 66", "close: 0", "counter: 0",
                "juice-batch: The day was closed elsewhere, so this counter has stopped.", "again: 0",
                "term: 0", "1", "8",
            ])
    }

    @Test func printsOneLinkAndClosesTheShiftOnTermination() throws {
        let shop = try Shop()
        let script = """
            counter --language ko; mv link own; mv said quiet; kill -TERM $counter; ends own
            listen=0.0.0.0:0 counter --host counter.lan; kill -TERM $counter; ends lan
            "$0" history --ledger l.sqlite | grep -c token
            """
        #expect(try shop.shell(start + script).outputText == "own: 0\nlan: 0\n0\n")
        let own = shop.text("own")
        #expect(own.contains("브라우저에서 이 주소를 여세요(한 번만 쓸 수 있습니다): http://127.0.0.1:"))
        #expect(own.ranges(of: "/open?token=").count == 1 && own.contains(/\/open\?token=[0-9a-f]{32}\n/))
        #expect(!shop.text("quiet").contains("token") && !shop.text("quiet").contains("주의"))
        #expect(shop.text("link").contains("http://counter.lan:"))
        let warning = "juice-batch: warning: 0.0.0.0:0 accepts connections from other machines."
        #expect(shop.text("said").contains(warning))
    }
}
