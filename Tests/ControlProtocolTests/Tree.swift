import FoundationEssentials

/// The text of a file of the tree that this one stands in.
func text(inTheTree path: String) throws -> String {
  var folder = URL(filePath: #filePath)
  for _ in 0..<3 { folder.deleteLastPathComponent() }
  return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
}
