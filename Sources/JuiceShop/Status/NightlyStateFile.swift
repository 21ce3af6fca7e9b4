internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The record of the last nightly run in a folder, and its metrics.
struct NightlyStateFile {
    /// The name of the file with the record of the last nightly run.
    static let name = ".nightly.json"
    private static let staging = ".nightly.json.new"
    /// The name of the file that Prometheus reads.
    static let metricsName = "metrics.prom"
    private static let metricsStaging = ".metrics.prom.new"
    private static let sizeBytesMax = 1 << 16

    private let folder: OpenFolder

    /// The diary of a folder; nothing is looked at yet.
    init(in folder: OpenFolder) {
        self.folder = folder
    }

    /// The record of the last nightly run; nil where there is none that can be read.
    func last() -> NightlyState? {
        // However the night ends, it is still told: no signal ends the reading.
        let content = try? folder.content(of: Self.name, sizeBytesMax: Self.sizeBytesMax, CancellationToken())
        return content.flatMap { NightlyStateJSON.record(of: $0) }
    }

    /// The record of the last nightly run; nil where there is none, or it is damaged.
    ///
    /// - Throws: `unreadable` where the process may not read it.
    func lastKnown() throws(BatchError) -> NightlyState? {
        try folder.checkReadable(FileName(Self.name))
        return last()
    }

    /// Replaces the record; the new one survives a power cut.
    func write(_ night: NightlyState) throws(BatchError) {
        try folder.replace(
            Self.name, with: NightlyStateJSON.render(night), staging: Self.staging, isDurable: true)
    }

    /// Replaces the metrics; the new ones survive a power cut.
    func write(metrics text: String) throws(BatchError) {
        try folder.replace(Self.metricsName, with: text, staging: Self.metricsStaging, isDurable: true)
    }
}
