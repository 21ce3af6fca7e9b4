/// The JSON Schemas that the program prints, by the names that `config --schema-of` takes.
enum PublishedSchema: String, CaseIterable {
    /// Of juice-batch.json.
    case settings
    /// Of summary.json.
    case summary
    /// Of what `check --json` prints.
    case check
    /// Of what `status --json` prints.
    case status
    /// Of a chain's chain.json.
    case chain

    /// The schema.
    var text: String {
        let bytes =
            switch self {
            case .settings: PackageResources.juice_batch_schema_json
            case .summary: PackageResources.summary_schema_json
            case .check: PackageResources.check_schema_json
            case .status: PackageResources.status_schema_json
            case .chain: PackageResources.chain_schema_json
            }
        return String(decoding: bytes, as: UTF8.self)
    }
}
