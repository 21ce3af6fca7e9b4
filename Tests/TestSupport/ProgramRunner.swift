import Foundation

package struct ProgramResult: Sendable {
    /// The exit status; nil when a signal ended it.
    package var exit: Int?
    package var signal: Int?
    /// Whether it was killed because it took too long.
    package var timedOut: Bool
    package var output: [UInt8]
    package var errors: [UInt8]
    package var processorSeconds: Double

    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// The reason why the program could not be run.
package struct ProgramError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Runs the built program.
///
/// Output goes to files, so that no pipe can fill up; safe from many threads at once.
package struct ProgramRunner: Sendable {
    package let program: String
    /// Seconds after which a run is killed.
    package var timeout: Double = 120

    package init(program: String) { self.program = program }

    /// The program that `JUICE_BATCH_PROGRAM` names, else the one built beside the running tests.
    package static func find() throws -> ProgramRunner {
        if let path = ProcessInfo.processInfo.environment["JUICE_BATCH_PROGRAM"], !path.isEmpty {
            return ProgramRunner(program: path)
        }
        let manager = FileManager.default
        let own = (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let places = [own] + CommandLine.arguments.filter { $0.contains("/") } + [manager.currentDirectoryPath + "/x"]
        for place in places {
            var folder = URL(fileURLWithPath: place)
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                for name in ["juice-batch", ".build/debug/juice-batch"] {
                    let file = folder.appendingPathComponent(name)
                    let isFile = (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
                    if isFile && manager.isExecutableFile(atPath: file.path) {
                        return ProgramRunner(program: file.path)
                    }
                }
            }
        }
        throw ProgramError(description: "juice-batch is not built; JUICE_BATCH_PROGRAM may name it")
    }

    /// Runs the program with these arguments.
    ///
    /// `environment` is added to the present one; `folder` is the working directory (the present one when nil); `input`
    /// is standard input (empty when nil).
    package func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], input: [UInt8]? = nil
    ) throws -> ProgramResult {
        let files = try TemporaryFolder()
        if let input { try files.write(input, to: "in") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let source = input == nil ? "/dev/null" : files.path + "/in"
        posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, files.path + "/out", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, files.path + "/err", flags, 0o600)
        var words = [program] + arguments
        // The C library's own way to change the folder of a child is not visible from Swift.
        if let folder { words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + words }
        // Variables of the user who runs the tests do not reach the program: neither the language, nor those that the
        // tests read.
        let own = ProcessInfo.processInfo.environment.filter {
            !["LC_ALL", "LC_MESSAGES", "LANG"].contains($0.key) && !$0.key.hasPrefix("JUICE_BATCH_")
        }
        let present = own.merging(environment) { $1 }
        let child = try Self.spawn(words, environment: present.map { "\($0)=\($1)" }, actions: &actions)
        let (status, usage) = wait(for: child)
        let signal = Int(status & 0x7F)
        return ProgramResult(
            exit: signal == 0 ? Int((status >> 8) & 0xFF) : nil, signal: signal == 0 ? nil : signal,
            timedOut: usage == nil, output: files.read("out") ?? [], errors: files.read("err") ?? [],
            processorSeconds: usage.map { Self.seconds($0.ru_utime) + Self.seconds($0.ru_stime) } ?? timeout)
    }

    /// Starts a program.
    ///
    /// - Parameter flags: of posix_spawn, besides those for signals.
    static func spawn(
        _ words: [String], environment: [String], actions: inout posix_spawn_file_actions_t, flags: Int32 = 0
    ) throws -> pid_t {
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        // A test's thread has signals blocked, and the test runner may ignore them; programs inherit both.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let all = flags | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(all))
        var child: pid_t = 0
        let code = posix_spawn(&child, words[0], &actions, &attributes, &argv, &envp)
        if code != 0 { throw ProgramError(description: "\(words[0]): error \(code)") }
        return child
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

    /// The status of a process that has ended, and its resource usage; nil for a process that took too long and was
    /// killed.
    private func wait(for child: pid_t) -> (status: Int32, usage: rusage?) {
        let start = Date()
        var status: Int32 = 0
        var usage = rusage()
        var pause: UInt32 = 500
        while wait4(child, &status, WNOHANG, &usage) == 0 {
            if Date().timeIntervalSince(start) > timeout {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                return (status, nil)
            }
            usleep(pause)
            pause = min(pause * 2, 4_000)
        }
        return (status, usage)
    }
}

/// A folder that is removed with the value that owns it.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Makes a new folder below another one, the system's folder for temporary files if none is named.
    package init(in base: String = FileManager.default.temporaryDirectory.path) throws {
        path = base + "/juice-batch-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it; returns its absolute path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Programs that other tests start must not inherit the descriptor, since a nightly run leaves open files alone.
        let handle = FileHandle(fileDescriptor: open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
        try handle.write(contentsOf: bytes)
        try handle.close()
        return file
    }

    package func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
    }

    package func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }
}
