import ControlProtocol
import Session
import Testing
import Timeline

struct SongDocumentTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `a song that is written and read again is the same, and so is its text`(
    seed: UInt64
  ) throws {
    let song = try Songwriter(seed: seed).song(edits: 60)
    #expect(song.cellCount > 4)
    let text = SongDocument.text(of: song)
    let read = try SongDocument.song(of: try JSONText.read(document: text.span))
    #expect(read.hasSameContent(as: song))
    #expect(read.nextRow == song.nextRow && read.nextCell == song.nextCell)
    #expect(SongDocument.text(of: read) == text)
  }

  @Test func `a document without a member, or with another, is a song or refused`() throws {
    var refused = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let song = try Songwriter(seed: seed).song(edits: 40)
      let whole = try JSONText.read(document: SongDocument.text(of: song).span)
      let places = whole.places
      for place in places {
        for change in Damage.allCases {
          do { _ = try SongDocument.song(of: whole.damaged(at: place, by: change)) } catch {
            refused += 1
          }
        }
      }
      #expect(places.count > 100)
    }
    #expect(refused > 100)
  }

  @Test func `what is left out is as in a new song`() throws {
    let read = try song(#"{"playhead":"song","version":1}"#)
    #expect(read.hasSameContent(as: Song()))
  }

  @Test(arguments: [
    (#"{"version":1}"#, "playhead is not"),
    (#"{"playhead":"song"}"#, "version is missing"),
    (#"{"playhead":"song","version":2}"#, "version is 2: version 1 is read"),
    (#"{"playhead":"song","version":1,"tempo":120}"#, "no parameter \"tempo\""),
    (#"{"playhead":"song","version":1,"rows":{}}"#, "rows: must be a list, not an object"),
    (#"{"playhead":"song","version":1,"rows":[{"row":1}]}"#, "rows[0]: a row needs name"),
    (
      #"{"playhead":"song","version":1,"rows":[{"row":1,"name":"a"},{"row":1,"name":"b"}]}"#,
      "rows[1]: row is 1"
    ),
    (
      #"{"playhead":"song","version":1,"rows":[{"row":1,"name":"a"},{"row":2,"name":"a"}]}"#,
      "rows[1]: name is a"
    ),
    (
      #"{"playhead":"song","version":1,"cells":[{"cell":1,"row":1,"position":0,"duration":1}]}"#,
      "cells[0]: row is 1: no row"
    ),
    (
      #"{"playhead":"song","version":1,"maps":{"tempo":[{"position":1,"bpm":90}]}}"#,
      "maps.tempo[0]: position is 1.0: must be 0 first"
    ),
    (
      #"{"playhead":"song","version":1,"maps":{"tempo":"#
        + #"[{"position":0,"bpm":90,"picoseconds":500000000000}]}}"#,
      "maps.tempo[0]: bpm is 90.0, but of picoseconds it is 120.0"
    ),
    (
      #"{"playhead":"song","version":1,"range":{"start":0,"end":0.001,"on":true}}"#,
      "range: the loop would be"
    ),
    (
      #"{"playhead":"song","version":1,"scenes":[{"name":"a","rows":[1],"muted":[2]}]}"#,
      "scenes[0]: muted and soloed"
    ),
    (
      #"{"playhead":"song","version":1,"sections":[{"name":"a","from":4,"to":2}]}"#,
      "sections[0]: to is 2.0"
    ),
  ])
  func `what no song may hold is refused by its place`(text: String, message: String) throws {
    let error = #expect(throws: RequestError.self) { try song(text) }
    let told = try #require(error).message
    #expect(told.contains(message), "\(told)")
  }

  @Test(arguments: [
    (#""notes":[200]"#, "notes"), (#""notes":[60],"clip":{"notes":[]}"#, "clip"),
    (#""velocity":3"#, "velocity belongs to notes"), (#""duration":0"#, "duration"),
    (#""control":"cc7","value":900"#, "value is 900"), (#""over":1"#, "over"),
    (#""source":3"#, "source"), (#""position":-1,"duration":1"#, "position"),
    (#""position":99999999,"duration":2"#, "it would end"),
  ])
  func `a cell that cannot be is refused by its place`(members: String, message: String) throws {
    let place =
      members.contains("duration")
      ? (members.contains("position") ? "" : #""position":0,"#) : #""position":0,"duration":1,"#
    let error = #expect(throws: RequestError.self) {
      try song(
        #"{"playhead":"song","version":1,"rows":[{"row":1,"name":"a"}],"#
          + #""cells":[{"cell":1,"row":1,"# + place + members + "}]}")
    }
    let told = try #require(error).message
    #expect(told.hasPrefix("cells[0]: ") && told.contains(message), "\(told)")
  }

  private func song(_ text: String) throws -> Song {
    try SongDocument.song(of: try JSONText.read(document: Array(text.utf8).span))
  }
}

/// What is done to a member of a document.
private enum Damage: CaseIterable {
  case gone, null, number, huge, text, list, object

  func value(_ value: Value) -> Value? {
    switch self {
    case .gone: nil
    case .null: .null
    case .number: value.integer == 0 ? -1 : 0
    case .huge: .integer(.max)
    case .text: "x"
    case .list: [value]
    case .object: ["x": 1]
    }
  }
}

extension Value {
  /// The ways to all values inside, by indices.
  fileprivate var places: [[Int]] {
    children.enumerated().flatMap { index, child in
      [[index]] + child.places.map { [index] + $0 }
    }
  }

  private var children: [Value] {
    switch self {
    case .array(let elements): elements
    case .object(let members): members.list.map(\.value)
    default: []
    }
  }

  fileprivate func damaged(at place: [Int], by damage: Damage) -> Value {
    let isLast = place.count == 1
    func changed(_ child: Value) -> Value? {
      isLast ? damage.value(child) : child.damaged(at: Array(place.dropFirst()), by: damage)
    }
    switch self {
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { $0 == place[0] ? changed($1) : $1 })
    case .object(let members):
      var left = Members()
      for (index, member) in members.list.enumerated() {
        left.append(
          member.key, ifPresent: index == place[0] ? changed(member.value) : member.value)
      }
      return .object(left)
    default: return self
    }
  }
}
