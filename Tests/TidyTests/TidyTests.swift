import Testing

/// The rules of the house, kept by the build instead of by reviewers.
struct TidyTests {
  @Test func `lines, functions and files are short`() throws {
    for file in try SourceTree.swiftFiles() {
      #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count - 1) lines")
      for (index, line) in file.lines.enumerated() {
        #expect(line.count <= 100, "\(file.path):\(index + 1) is \(line.count) columns wide")
      }
      for function in Declaration.functions(in: file.lines) {
        #expect(
          function.length <= 70,
          "\(file.path):\(function.line) is a function of \(function.length) lines")
      }
    }
  }

  @Test func `what other targets may use is documented`() throws {
    let files = try SourceTree.swiftFiles().filter { $0.path.hasPrefix("Sources/") }
    for file in files {
      for line in Declaration.undocumented(in: file.lines) {
        Issue.record("\(file.path):\(line): \(file.lines[line - 1])")
      }
    }
  }

  @Test func `nothing is left over`() throws {
    let markers = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    let traps = ["fatal" + "Error(", "try" + "! ", "as" + "! "]
    for file in try SourceTree.files(in: "Sources", "Tests") {
      for (index, line) in file.lines.enumerated() {
        let words = line.split { !$0.isLetter }
        let found =
          markers.filter { words.contains(Substring($0)) } + traps.filter(line.contains)
        for marker in found { Issue.record("\(file.path):\(index + 1) says \(marker)") }
      }
      #expect(file.lines.contains { !$0.isEmpty }, "\(file.path) is empty")
    }
  }

  @Test func `nothing is put on Dispatch's main queue but timers`() throws {
    let queue = "DispatchQueue" + ".main."
    for file in try SourceTree.swiftFiles() where file.path.hasPrefix("Sources/") {
      for (index, line) in file.lines.enumerated() {
        let isTimer = line.contains(queue + "asyncAfter")
        #expect(!line.contains(queue) || isTimer, "\(file.path):\(index + 1): use MainLoop.soon")
      }
    }
  }

  @Test func `comments are sentences, not banners`() throws {
    for file in try SourceTree.swiftFiles() {
      for (index, line) in file.lines.enumerated() {
        let code = line.drop { $0 == " " }
        guard code.hasPrefix("//") else { continue }
        let words = code.drop { $0 == "/" || $0 == " " }
        let isBanner = ["--", "==", "**", "##", "MA" + "RK"].contains { words.hasPrefix($0) }
        #expect(!isBanner, "\(file.path):\(index + 1) is a banner")
      }
      let first = file.lines.first ?? ""
      #expect(
        !first.hasPrefix("//") || first.hasPrefix("// swift-tools") || first.hasPrefix("///"),
        "\(file.path) begins with a header comment")
    }
  }

  @Test func `the top level holds what it should`() throws {
    let allowed: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "Presets", "Service", "README.md",
    ]
    for name in try SourceTree.names() where !name.hasPrefix(".") {
      #expect(allowed.contains(name), "\(name) stands at the top level")
    }
  }

  @Test func `nothing depends on where or how it was made`() throws {
    let words = ["/wo" + "rk", "sha" + "red/", "/tm" + "p/hel", "sess" + "ion of the project"]
    var files = try SourceTree.files(in: "Sources", "Tests", "Presets", "Service")
    for name in ["Package.swift", "README.md"] {
      guard let text = try? SourceTree.text(name) else { continue }
      files.append(
        SourceTree.File(
          path: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
    for file in files {
      for (index, line) in file.lines.enumerated() {
        for word in words {
          #expect(!line.contains(word), "\(file.path):\(index + 1) mentions \(word)")
        }
      }
    }
  }
}
