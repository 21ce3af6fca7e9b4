package import JuiceBatch

package enum ChainPage { package static func render(_ model: ChainModel) throws(BatchError) -> String { "" } }
