// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The facts shown by --version --verbose. scripts/package sets these variables; in other builds the facts are unknown.
let buildFacts = ["JUICE_BATCH_COMMIT", "JUICE_BATCH_COMPILER"].compactMap { name in
    Context.environment[name].flatMap { $0.isEmpty ? nil : CSetting.define(name, to: $0) }
}

// Debian's static libcrypto, where it is installed. The shared one has 20,000 relocations, and a program that loads it
// starts 1.3 ms later; of it, the program uses SHA-256 only.
let hasStaticLibcrypto = ["x86_64", "aarch64"].contains { processor in
    FileManager.default.fileExists(atPath: "/usr/lib/\(processor)-linux-gnu/libcrypto.a")
}
let libcrypto: LinkerSetting =
    hasStaticLibcrypto ? .unsafeFlags(["-l:libcrypto.a"]) : .linkedLibrary("crypto")

let package = Package(
    name: "juice-batch",
    products: [
        .executable(name: "juice-batch", targets: ["juice-batch"])
    ],
    dependencies: [
        // Command-line parsing: subcommands, options, help, completions and usage errors, as in Swift's own tools.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // SQLite for the ledger: connections, transactions and typed errors, on top of the system's SQLite.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // The counter's HTTP server. SwiftNIO lets the program limit the length of headers and the number of
        // connections. FlyingFox is smaller but limits neither; Hummingbird, which is based on SwiftNIO, would take
        // four times as long to build for eight pages.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        // libcsv, the CSV parser with which all inputs are read.
        .systemLibrary(
            name: "CCSV", pkgConfig: nil,
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
        // SHA-256 of the inputs. The system's package needs no build time and uses the CPU's SHA instructions;
        // swift-crypto would add 48 s to a first build for the same speed.
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: nil,
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // System calls that Swift's import of glibc lacks: renameat2(2), which exchanges two folders in one step, locks
        // that belong to an open file, growing a mapping without a copy, and the processor's prefetch.
        .systemLibrary(name: "CLinux"),
        // QR codes of the links that pair screens with the counter. The system's package is small and has been stable
        // for years.
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        // The settings of SQLite that GRDB cannot change, such as memory statistics, for which threads would wait for
        // each other.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        // Facts about the build, and the text files that are embedded in the program.
        .target(name: "CBuild", cSettings: buildFacts),
        // Flat storage with a single owner, used by the CSV reader and the fruit store.
        .target(name: "FlatMemory"),
        .target(name: "CSV", dependencies: ["CCSV", "FlatMemory"]),
        .target(name: "JuiceCore", dependencies: ["FlatMemory"]),
        .target(
            name: "JuiceBatch", dependencies: ["CSV", "JuiceCore", "FlatMemory", "CBuild", "CLibcrypto", "CLinux"],
            linkerSettings: [libcrypto]),
        // Inspection of exports from an unfamiliar POS. Runs do not use it, so it is separate from JuiceBatch.
        .target(name: "JuiceInspect", dependencies: ["JuiceBatch", "JuiceCore", "CSV", "FlatMemory"]),
        .target(
            name: "JuiceReports",
            dependencies: ["JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "FlatMemory", "CBuild"],
            exclude: ["Pages/report.css", "Pages/clock.css", "Pages/index.css", "Pages/tables.js", "Chain/chain.css"]),
        .target(
            name: "JuiceLedger",
            dependencies: [
                "JuiceBatch", "JuiceCore", "CSV", "CBuild", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Store/schema.sql"]),
        // The operations of a shop, such as a nightly run. The target does not depend on the command line, so that both
        // the command line and the counter can use it.
        .target(
            name: "JuiceShop",
            dependencies: ["JuiceLedger", "JuiceReports", "JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "CBuild"]),
        // The counter's screens in a browser. Orders entered there are booked by JuiceShop.
        .target(
            name: "JuiceCounter",
            dependencies: [
                "JuiceShop", "JuiceReports", "JuiceBatch", "JuiceCore", "CBuild", "CQRencode",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            exclude: ["Pages/counter.css", "Pages/counter.js", "Pages/icon.svg"]),
        .executableTarget(
            name: "juice-batch",
            dependencies: [
                "JuiceCounter", "JuiceShop", "JuiceLedger", "JuiceReports", "JuiceInspect", "JuiceBatch", "CSV",
                "CBuild",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Help/help.en.txt", "Help/help.ko.txt"]
                + [
                    "juice-batch", "summary", "check", "status", "chain", "stock", "history", "plan", "inspect", "diff",
                ].map { "Settings/\($0).schema.json" },
            // Swift's libraries are linked into the released program, which starts in two thirds of the time and runs
            // on machines without Swift.
            swiftSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
            // A program at a fixed address needs no relocation when it starts, and it exports no symbols: 5 MB less,
            // and a start in four fifths of the time.
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
                    .when(configuration: .release))
            ]),
        .target(
            name: "TestSupport", dependencies: ["CLibcrypto"], path: "Tests/TestSupport",
            // The reference model reads thousands of files byte by byte; with optimization that takes a tenth of the
            // time.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))], linkerSettings: [libcrypto]),
        // The functions that scripts/fuzz calls with random bytes; a test calls them with inputs that are known to be
        // difficult.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "JuiceCounter", "JuiceShop", "JuiceInspect", "JuiceBatch", "JuiceReports", "JuiceCore", "CSV",
                "TestSupport",
            ],
            path: "Tests/FuzzTargets", exclude: ["Corpus", "Dictionaries"]),
        .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"]),
        .testTarget(name: "FlatMemoryTests", dependencies: ["FlatMemory"]),
        .testTarget(name: "CSVTests", dependencies: ["CSV", "TestSupport"]),
        .testTarget(name: "JuiceCoreTests", dependencies: ["JuiceCore"]),
        .testTarget(
            name: "JuiceBatchTests",
            dependencies: ["JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "TestSupport"]),
        .testTarget(
            name: "JuiceReportsTests",
            dependencies: ["JuiceReports", "JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "TestSupport"]),
        .testTarget(
            name: "JuiceLedgerTests", dependencies: ["JuiceLedger", "JuiceBatch", "JuiceCore", "TestSupport"]),
        .testTarget(
            name: "JuiceShopTests",
            dependencies: [
                "JuiceShop", "JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "CSV", "TestSupport",
            ]),
        .testTarget(
            name: "JuiceCounterTests",
            dependencies: [
                "JuiceCounter", "JuiceShop", "JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["JuiceBatch", "CSV", "TestSupport"],
            exclude: ["Golden", "Reproducers"]),
    ]
)

// What each row passes through, and the reference model that reads the same rows. The build of the tests asks for no
// optimization by -Xswiftc -Onone, which the compiler gets after all settings; these targets are optimized nevertheless.
let alwaysOptimized = ["FlatMemory", "CSV", "JuiceCore", "JuiceBatch", "TestSupport"]
for target in package.targets where alwaysOptimized.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-O"], .when(configuration: .release))]
}

// Optimizing the tests would take longer than they run.
for target in package.targets where target.type == .test {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .treatAllWarnings(as: .error),
        ]
}

// Tests pass on bytes and call C as the program does; what they check is the program, so they need no marks.
for target in package.targets where target.path == nil && [.regular, .executable].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.strictMemorySafety()]
}
