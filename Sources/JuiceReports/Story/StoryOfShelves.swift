internal import JuiceBatch
internal import JuiceCore

/// The texts about closing stock.
extension ReportStory {
    /// The longest list of juices in a sentence.
    private static let shelfJuicesMax = 6

    /// The sentences about fruits that are sold out or will not last another such run.
    var shelves: [String] { Self.shelves(model) }

    /// The value of the property `shelves`, without making a `ReportStory`.
    static func shelves(_ model: ReportModel) -> [String] { [soldOut(model), runningLow(model)].compactMap(\.self) }

    private static func soldOut(_ model: ReportModel) -> String? {
        let (juices, language) = (model.menu.juices, model.language)
        let names = juices.indices.filter { model.cupsPossible[$0] == 0 }.map { juices[$0].name }
        guard !names.isEmpty else { return nil }
        if names.count == juices.count, names.count > 1 {
            return language.pick(
                ko: "모든 쥬스가 품절입니다. 재료를 채우세요.", en: "All juices are sold out. They need fruit.")
        }
        let list = list(names, language)
        return language.pick(ko: "품절입니다. 재료를 채우세요: \(list).", en: "Sold out, for lack of fruit: \(list).")
    }

    /// Juices of which fewer cups can be made than were sold.
    private static func runningLow(_ model: ReportModel) -> String? {
        let language = model.language
        let low = zip(zip(model.menu.juices, model.tally.juices), model.cupsPossible).filter { ofJuice, cups in
            cups > 0 && cups < ofJuice.1.cupsServed - ofJuice.1.cupsCancelled
        }
        guard !low.isEmpty else { return nil }
        let list = list(
            low.map { ofJuice, cups in
                let sold = grouped(ofJuice.1.cupsServed - ofJuice.1.cupsCancelled)
                return language.pick(
                    ko: "\(ofJuice.0.name) \(grouped(cups))잔(이번에 \(sold)잔 나감)",
                    en: "\(ofJuice.0.name) \(counted(cups, "cup")) (\(sold) sold)")
            }, language)
        return language.pick(
            ko: "곧 떨어집니다. 더 만들 수 있는 것은 \(list)입니다.",
            en: "Will not last another such run; what can still be made: \(list).")
    }

    /// The first few of a list, and how many juices more.
    private static func list(_ names: [String], _ language: MessageLanguage) -> String {
        let more = names.count - shelfJuicesMax
        let rest =
            more > 0 ? language.pick(ko: " 외 \(grouped(more))가지 쥬스", en: " and \(counted(more, "more juice"))") : ""
        return names.prefix(shelfJuicesMax).joined(separator: ", ") + rest
    }
}
