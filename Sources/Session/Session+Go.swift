import ControlProtocol
import Timeline
import Transport

extension Session {
  /// Goes on with a section, which becomes the range that loops; perhaps with another after it.
  func go(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    let section = try section(arguments.text("section") ?? "again", field: "section")
    let length = section.end - section.start
    var tick = section.start
    if arguments.flag("same") == true, let current = currentSection {
      let inside = max(transport.position - current.start, .zero)
      tick += Ticks(count: inside.count % length.count)
    }
    var range = song.range
    (range.start, range.end, range.loops, range.auto) = (section.start, section.end, true, .off)
    let next = try plan(arguments, after: section)
    let (from, to) = (SongField.range(song.range), SongField.range(range))
    try checkLoop(of: song.with(to))
    let planned = pending.plan(
      next.map { request.naming(section: $0) }, client,
      .loops(arguments.integer("times") ?? 1), since: transport.gatheredPlace?.travelled ?? .min)
    var outcome = goOn(to: tick, from, to, client)
    outcome.events += planned
    return outcome
  }

  /// Goes on from a tick with another range, unless it is the same.
  private func goOn(
    to tick: Ticks, _ from: SongField, _ to: SongField, _ client: Int64
  ) -> Outcome {
    guard from != to else {
      return moved("go", commit: transport.go(to: tick, in: song, Patch()))
    }
    let patch = Patch(fields: [Patch.FieldChange(from: from, to: to)])
    song = song.with(to)
    revision += 1
    return changed(by: patch, cause: "go", client, transport.go(to: tick, in: song, patch))
  }

  /// The section that is to follow; nil where nothing was said of that.
  private func plan(
    _ arguments: Arguments, after section: Section
  ) throws(RequestError) -> Section? {
    if let name = arguments.text("then") {
      return try self.section(name, from: section, field: "then")
    }
    guard arguments.has("times") else { return nil }
    guard let next = try? self.section("next", from: section, field: "then") else {
      throw RequestError(
        .notFound, "no section comes after \(section.name): say with then what follows it",
        field: "then")
    }
    return next
  }

  /// The section that is the range, else the innermost around the playhead.
  var currentSection: Section? {
    let range = song.range
    return song.section(from: range.start, to: range.end)
      ?? song.section(around: transport.position)
  }

  /// A section by name, or the one after or before the current one, or that again.
  private func section(
    _ name: String, from current: Section? = nil, field: String
  ) throws(RequestError) -> Section {
    guard ["again", "next", "previous"].contains(name) else {
      guard let section = song.section(named: name) else {
        throw resolution.noSection(named: name, field: field)
      }
      guard !section.isMarker else {
        throw RequestError(
          .notAllowed, "\(field) is \"\(name)\": a marker has no length to go round in",
          field: field)
      }
      return section
    }
    let sections = song.sections.filter { !$0.isMarker }
    let here = current ?? currentSection
    let place = here.flatMap { here in sections.firstIndex { $0.name == here.name } }
    let found: Section?
    switch (name, place) {
    case ("again", _): found = here
    case ("next", let place?): found = sections.dropFirst(place + 1).first
    case ("next", nil): found = sections.first { $0.start >= transport.position }
    case (_, let place?): found = sections.prefix(place).last
    case (_, nil): found = sections.last { $0.end <= transport.position }
    }
    guard let found else {
      throw RequestError(
        .notFound, "\(field) is \(name): there is no such section from here", field: field)
    }
    return found
  }
}

extension Request {
  /// The same command to another section, with nothing planned after it.
  fileprivate func naming(section: Section) -> Request {
    without(["section", "times", "then", "same"]).with("section", section.name)
  }
}
