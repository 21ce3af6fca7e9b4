import TestSupport
import Testing

/// The command that opens the counter's screens in browsers.
@Suite struct CounterPagesTests {
    @Test func tellsOneLinkAndClosesTheShiftWhenItIsAskedToEnd() throws {
        let shop = try Shop()
        let script = """
            "$0" counter --ledger shop.sqlite --listen 127.0.0.1:0 >out 2>err &
            for _ in $(seq 100); do grep -q http out && break; sleep 0.05; done
            kill -TERM $!; wait $!
            """
        let result = try shop.shell(script)
        let said = String(decoding: shop.folder.read("out") ?? [], as: UTF8.self)
        #expect(result.exit == 0 && said.contains("이 주소를 브라우저에서 여세요(한 번만): http://127.0.0.1:"))
        #expect(said.ranges(of: "/open?token=").count == 1)
        let errors = String(decoding: shop.folder.read("err") ?? [], as: UTF8.self)
        #expect(!errors.contains("token") && !errors.contains("주의"))
        let history = try shop.run(["history", "--ledger", "shop.sqlite"])
        #expect(history.exit == 0 && !history.outputText.contains("token"))
    }

    @Test func saysAloudWhatListeningToOthersMeans() throws {
        let shop = try Shop()
        let script = """
            "$0" counter --ledger shop.sqlite --listen 0.0.0.0:0 --host counter.lan --language en >out 2>err &
            for _ in $(seq 100); do grep -q http out && break; sleep 0.05; done
            kill -TERM $!; wait $!
            """
        let result = try shop.shell(script)
        #expect(result.exit == 0)
        let errors = String(decoding: shop.folder.read("err") ?? [], as: UTF8.self)
        #expect(errors.contains("juice-batch: warning: 0.0.0.0:0 takes connections from beyond this machine."))
        #expect(String(decoding: shop.folder.read("out") ?? [], as: UTF8.self).contains("http://counter.lan:"))
    }

    @Test(arguments: [
        ["--listen", "0.0.0.0:8300"], ["--listen", "[::]:8300"], ["--listen", "192.168.0.10:8300"],
        ["--listen", "8300"],
        ["--listen", "127.0.0.1:99999"], ["--host", "counter.lan:8300"], ["--host", ""], ["--host", "a b"],
    ]) func whatCannotBeListenedToIsUsage(_ arguments: [String]) throws {
        let shop = try Shop()
        let result = try shop.run(["counter", "--ledger", "shop.sqlite"] + arguments)
        #expect(result.exit == 64 && !shop.folder.holds("shop.sqlite"))
    }

    @Test func aPortThatIsTakenIsAnErrorAndTheShiftGoesOn() throws {
        let shop = try Shop()
        let script = """
            "$0" counter --ledger first.sqlite --listen 127.0.0.1:0 >out 2>err &
            for _ in $(seq 100); do grep -q http out && break; sleep 0.05; done
            port=$(grep -o '127.0.0.1:[0-9]*' out)
            "$0" counter --ledger second.sqlite --listen "$port"
            status=$?
            kill -TERM $!; wait $!
            "$0" counter close --ledger second.sqlite >close 2>&1 || exit 1
            exit $status
            """
        let result = try shop.shell(script)
        #expect(result.exit == 74 && result.errorText.contains("127.0.0.1:"))
    }
}
