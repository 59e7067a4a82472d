/// Lines of cells in columns as wide as their widest cell.
package struct TextTable {
  private var lines: [[String]]

  /// With a heading, unless it is empty.
  package init(_ heading: [String]) {
    lines = heading.isEmpty ? [] : [heading]
  }

  package mutating func append(_ line: [String]) {
    lines.append(line)
  }

  /// Two spaces between columns, none at a line's end, no newline after the last line.
  package var text: String {
    var widths: [Int] = []
    for line in lines {
      for (column, cell) in line.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    let rendered = lines.map { line in
      var text = ""
      for (column, cell) in line.enumerated() {
        text += cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      while text.last == " " { text.removeLast() }
      return text
    }
    return rendered.joined(separator: "\n")
  }
}
