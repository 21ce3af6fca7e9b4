package import JuiceBatch

/// The names of outcome codes in texts.
package struct CodeWording: Sendable {
    private let language: MessageLanguage

    /// The names in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The code in a few words; the code itself belongs beside it.
    package func title(_ code: OutcomeCode) -> String {
        switch code {
        case .success: language.pick(ko: "적용함", en: "Applied")
        case .wrongFieldCount: language.pick(ko: "칸 수가 맞지 않는 행", en: "Wrong number of cells")
        case .ignored: language.pick(ko: "설정에 따라 뺀 행", en: "Left out by the settings")
        case .unknownAction: language.pick(ko: "모르는 작업", en: "Unknown action")
        case .missingItem: language.pick(ko: "품목이 빈 행", en: "No item")
        case .unknownItem: language.pick(ko: "메뉴에 없는 이름", en: "Not on the menu")
        case .missingAction: language.pick(ko: "작업을 알 수 없는 행", en: "Unclear action")
        case .invalidQuantity: language.pick(ko: "잘못 적힌 수량", en: "Wrong quantity")
        case .invalidTime: language.pick(ko: "잘못 적힌 시각", en: "Wrong time")
        case .alreadyProcessed: language.pick(ko: "이미 처리한 행", en: "Already processed")
        case .idConflict: language.pick(ko: "번호가 겹친 행", en: "Id of something else")
        case .nothingToCancel: language.pick(ko: "나간 것보다 많은 취소", en: "More cancelled than served")
        case .stockLimit: language.pick(ko: "재고 한도를 넘는 행", en: "Past the limit of stock")
        case .assertionFailed: language.pick(ko: "장부와 다른 재고", en: "Stock that differs")
        case .insufficientStock: language.pick(ko: "재료 부족", en: "Short of stock")
        }
    }
}
