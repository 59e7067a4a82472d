extension Draft {
  /// Changes the tempo map; refused beyond `Limits.mapEvents`.
  package mutating func set(_ tempo: TempoMap) throws(EditError) {
    try Draft.check(tempo)
    set(.tempo(tempo))
  }

  /// Changes the meter map; refused beyond `Limits.mapEvents`.
  package mutating func set(_ meters: MeterMap) throws(EditError) {
    try Draft.check(meters)
    set(.meters(meters))
  }

  private static func check<Value>(_ map: ChangeMap<Value>) throws(EditError) {
    guard map.events.count <= Limits.mapEvents else {
      throw .tooMany("mapEvents", limit: Limits.mapEvents)
    }
    if let last = map.events.last { try checkPushed(to: last.position) }
  }
}
