// swift-tools-version: 6.2
import PackageDescription

// What --version --verbose says of the build; scripts/package tells, and any other build says that it is unknown.
let told = ["JUICE_BATCH_COMMIT", "JUICE_BATCH_COMPILER"].compactMap { name in
    Context.environment[name].flatMap { $0.isEmpty ? nil : CSetting.define(name, to: $0) }
}

let package = Package(
    name: "juice-batch",
    products: [
        .executable(name: "juice-batch", targets: ["juice-batch"])
    ],
    dependencies: [
        // Subcommands, options, help, completions and usage errors, as Swift's own tools have them.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // SQLite in Swift for the ledger: connections, transactions and typed errors over the system's own SQLite.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // The counter's HTTP server: Apple's, which leaves to us how long a header may be and who has to wait. FlyingFox is
        // smaller but limits neither; Hummingbird on top of it would take four times as long to build for eight pages.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        // The CSV parser itself; everything that reads rows stands on it.
        .systemLibrary(
            name: "CCSV", pkgConfig: nil,
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
        // SHA-256 of the inputs: a package of the system builds in no time and uses the CPU's SHA instructions,
        // where swift-crypto would add 48 s to a first build for the same speed.
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // What Linux has and Swift's import of glibc does not show: renameat2(2), which exchanges two folders in one
        // step, locks that belong to an open file, memory that grows without a copy, and the processor's prefetch.
        .systemLibrary(name: "CLinux"),
        // QR codes of the links that pair screens: a package of the system, small and settled for years.
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        // The one setting of SQLite that GRDB does not reach: no account of memory, for which threads wait for each other.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        // What the build was told of itself, and the text files that stand in the program.
        .target(name: "CBuild", cSettings: told),
        // Flat storage with one owner, on which the reader and the store stand.
        .target(name: "FlatMemory"),
        .target(name: "CSV", dependencies: ["CCSV", "FlatMemory"]),
        .target(name: "JuiceCore", dependencies: ["FlatMemory"]),
        .target(
            name: "JuiceBatch", dependencies: ["CSV", "JuiceCore", "FlatMemory", "CBuild", "CLibcrypto", "CLinux"]),
        // Exports of an unfamiliar POS: no run reads them so, and so nothing that a run does knows of it.
        .target(name: "JuiceInspect", dependencies: ["JuiceBatch", "JuiceCore", "CSV", "FlatMemory"]),
        .target(
            name: "JuiceReports",
            dependencies: ["JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "FlatMemory", "CBuild"],
            exclude: ["Pages/report.css", "Pages/clock.css", "Pages/index.css", "Pages/tables.js", "Chain/chain.css"]),
        .target(
            name: "JuiceLedger",
            dependencies: [
                "JuiceBatch", "JuiceCore", "CSV", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // What a shop does with the program, such as a night: it knows no command line, so that every door can open on it.
        .target(
            name: "JuiceShop",
            dependencies: ["JuiceLedger", "JuiceReports", "JuiceInspect", "JuiceBatch", "JuiceCore", "CSV", "CBuild"]),
        // The counter's screens in a browser: what is pressed is for JuiceShop to book.
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
            // Swift's libraries go into the released program: it starts in two thirds of the time, and runs on machines
            // without Swift.
            swiftSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
            // At a fixed address nothing in the program has to be relocated when it starts, and no symbol of it is for others:
            // 5 MB less, and a start in four fifths of the time.
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
                    .when(configuration: .release))
            ]),
        .target(
            name: "TestSupport", dependencies: ["CLibcrypto"], path: "Tests/TestSupport",
            // The plain model reads byte by byte, thousands of files: optimised, that takes a tenth of the time.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        // What scripts/fuzz feeds with random bytes; a test feeds it with what is known to be hard.
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

// Optimising the tests themselves would take longer than they run.
for target in package.targets where target.type == .test {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Optimising takes most of a build's time. scripts/test asks for it only where rows are read, applied and stored by the thousand.
if Context.environment["JUICE_BATCH_QUICK_BUILD"] != nil {
    let others: Set = ["JuiceInspect", "JuiceReports", "JuiceShop", "JuiceCounter", "juice-batch"]
    for target in package.targets where others.contains(target.name) {
        target.swiftSettings =
            (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
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
