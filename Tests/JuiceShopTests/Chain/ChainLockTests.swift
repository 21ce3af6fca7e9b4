import Foundation
import JuiceBatch
import TestSupport
import Testing

@testable import JuiceShop

/// Who may be at work on a chain beside whom.
@Suite struct ChainLockTests {
    private let given: GivenShop

    init() throws {
        given = try GivenShop([:])
    }

    private func lock(isShared: Bool) throws(BatchError) -> ChainLock {
        try ChainLock(in: OpenFolder(root: given.folder.path), isShared: isShared, given.cancellation)
    }

    @Test func nightsOfSomeShopsAreSideBySide() throws {
        let (one, other) = (try lock(isShared: true), try lock(isShared: true))
        #expect(try one.alone { 1 } + other.alone { 2 } == 3)
    }

    @Test func aNightOfAllWaitsASecondAndIsToldOfTheOther() throws {
        let held = try lock(isShared: true)
        let error = #expect(throws: BatchError.self) { _ = try lock(isShared: false) }
        guard case .badChain(".night", .busy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        withExtendedLifetime(held) {}
    }

    @Test func aLockThatCannotBeHadLeavesNothingOpen() throws {
        try FileManager.default.createDirectory(
            atPath: given.folder.path + "/.night/.lock.rollup", withIntermediateDirectories: true)
        for _ in 0..<3 { #expect(throws: BatchError.self) { _ = try lock(isShared: true) } }
        #expect(try openLockFiles() == [])
    }

    /// The files in `.night/` that this process has open.
    ///
    /// Tests that run beside this one have folders of their own.
    private func openLockFiles() throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
        }.filter { $0.hasPrefix(given.folder.path + "/.night/") }
    }

    @Test func itIsGoneWithItsOwner() throws {
        for _ in 0..<3 {
            let held = try lock(isShared: false)
            withExtendedLifetime(held) {}
        }
    }

    @Test func whoWaitsCanBeAskedToEnd() throws {
        let held = try lock(isShared: false)
        given.cancellation.request(signal: 15)
        #expect(throws: (any Error).self) { _ = try lock(isShared: true) }
        withExtendedLifetime(held) {}
    }
}
