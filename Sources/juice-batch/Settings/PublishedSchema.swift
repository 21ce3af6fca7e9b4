/// The JSON Schemas that the program prints, by the names that `config --schema-of` takes.
enum PublishedSchema: String, CaseIterable {
    /// The schema of juice-batch.json.
    case settings
    /// The schema of summary.json.
    case summary
    /// The schema of the output of `check --json`.
    case check
    /// The schema of the output of `status --json`.
    case status
    /// The schema of a chain's chain.json.
    case chain
    /// The schemas of what these commands print with `--json`; they let keys pass that later versions add.
    case stock, history, plan, inspect, diff

    /// The text of the schema.
    var text: String {
        let bytes =
            switch self {
            case .settings: PackageResources.juice_batch_schema_json
            case .summary: PackageResources.summary_schema_json
            case .check: PackageResources.check_schema_json
            case .status: PackageResources.status_schema_json
            case .chain: PackageResources.chain_schema_json
            case .stock: PackageResources.stock_schema_json
            case .history: PackageResources.history_schema_json
            case .plan: PackageResources.plan_schema_json
            case .inspect: PackageResources.inspect_schema_json
            case .diff: PackageResources.diff_schema_json
            }
        return String(decoding: bytes, as: UTF8.self)
    }
}
