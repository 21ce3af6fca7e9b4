internal import JuiceBatch

extension RecordedRun.Kind {
    /// The kind of a run in a word or two; without the number of the run that it reverses or settles.
    func text(_ language: MessageLanguage) -> String {
        switch self {
        case .orders: language.pick(ko: "주문", en: "orders")
        case .retry: language.pick(ko: "못 한 주문 다시", en: "failed orders again")
        case .stock: language.pick(ko: "재고만", en: "stock alone")
        case .reversal: language.pick(ko: "되돌림", en: "takes a run back")
        case .settlement: language.pick(ko: "거절된 행 닫음", en: "closes rejected rows")
        }
    }
}
