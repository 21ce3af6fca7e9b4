/// The kind of a file that was given as CSV and refused, where its first bytes tell it.
package enum FileNature: Sendable, Equatable, CaseIterable {
    /// A workbook of Excel: xlsx.
    case excel
    /// A workbook of Excel before 2007: xls.
    case oldExcel
    /// A workbook of LibreOffice and the like: ods.
    case openDocument
    case zip, gzip, pdf, html, json
    /// UTF-16 without a byte order mark.
    case utf16LittleEndian, utf16BigEndian
    /// Rows like others, without a header above them.
    case headless
}
