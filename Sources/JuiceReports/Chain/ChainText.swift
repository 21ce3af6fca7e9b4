package enum ChainText { package static func render(_ model: ChainModel, page: String) -> String { page + "\n" } }
