internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension Shop {
    /// The shop of the folder that this process works in, in the surroundings that it has.
    static var ofProcess: Shop {
        Shop(
            Surroundings(
                folder: ".", temporaryFolder: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp",
                processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), now: Clock.now,
                localTime: { Clock.localTime() }, localTimeAt: { Clock.localTime(at: $0) },
                wait: { ms in poll(nil, 0, Int32(ms)) },
                makeSeed: {
                    var generator = SystemRandomNumberGenerator()
                    return HashSeed(from: &generator)
                }, interruption: Signals.interruption, disk: SystemDisk()))
    }
}
