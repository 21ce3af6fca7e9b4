/// A cell between quotation marks, as messages name it: cut after 40 characters.
package func quoted(_ cell: String) -> String {
    cell.count > 40 ? "'\(cell.prefix(40))…'" : "'\(cell)'"
}
