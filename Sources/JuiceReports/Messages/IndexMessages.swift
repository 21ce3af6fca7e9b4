internal import Glibc
internal import JuiceBatch

/// The sentences about the index of a folder of reports.
extension MessageLanguage {
    /// The message that a folder is a report itself.
    func indexInReports(_ path: String) -> String {
        pick(
            ko: "\(path): 보고서 하나입니다. 보고서들이 들어 있는 폴더를 적으세요.",
            en: "\(path): is a report itself. Name the folder that the reports lie in.")
    }

    /// The message that another file has the index's path.
    package func indexNotOurs(_ path: String) -> String {
        pick(
            ko: "\(path): juice-batch가 만든 파일이 아니라서 그대로 두었습니다. 지난 밤들의 목록을 보려면 다른 곳으로 옮기세요.",
            en:
                "\(path): was not made by juice-batch and is left as it is. Move it away to have the list of all nights."
        )
    }

    /// The message that a run is done but the index could not be written.
    package func indexLost(_ path: String, errno: Int32?) -> String {
        let reason = errno.map { " (\(systemError($0)))" } ?? ""
        return pick(
            ko: "\(path): 지난 밤들의 목록을 만들지 못했습니다\(reason). 보고서는 그대로입니다.",
            en: "\(path): the list of all nights could not be made\(reason). The reports are in place all the same.")
    }
}
