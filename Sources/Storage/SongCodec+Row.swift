import Timeline

/// Rows: the id, the name, and each field that is not as in a new row.
extension ByteWriter {
  mutating func put(_ row: Row) {
    put(row.id)
    put(row.name)
    let plain = Row(id: row.id, name: row.name)
    let fields = RowField.all(of: row).filter { $0 != $0.current(in: plain) }
    put(count: fields.count)
    for field in fields { put(field) }
  }

  /// A number for the field, never given another meaning, and its value.
  mutating func put(_ field: RowField) {
    switch field {
    case .name(let name): put(0, name)
    case .port(let port): put(1, port)
    case .channel(let channel): put(2, byte: channel.number)
    case .program(let program): put(3, optional: program) { $0.put(byte: $1) }
    case .bank(let bank): put(4, optional: bank) { $0.put($1) }
    case .voices(let voices): put(5, byte: voices == .mono ? 0 : 1)
    case .note(let note): put(6, optional: note) { $0.put(byte: $1.number) }
    case .tags(let tags):
      put(byte: 7)
      put(count: tags.count)
      for tag in tags { put(tag) }
    case .mute(let mute): put(8, byte: mute ? 1 : 0)
    case .solo(let solo): put(9, byte: solo ? 1 : 0)
    case .transpose(let semitones): put(10, signed: semitones)
    case .level(let percent): put(11, signed: percent)
    case .colour(let colour): put(12, optional: colour) { $0.put($1) }
    case .data(let data): put(13, optional: data) { $0.put($1) }
    case .delay(let nanoseconds):
      put(byte: 14)
      put(signed: nanoseconds)
    case .swing(let amount): put(15, optional: amount) { $0.put(signed: $1) }
    }
  }

  private mutating func put(_ tag: UInt8, _ text: String) {
    put(byte: tag)
    put(text)
  }

  private mutating func put(_ tag: UInt8, byte: UInt8) {
    put(byte: tag)
    put(byte: byte)
  }

  private mutating func put(_ tag: UInt8, signed: Int) {
    put(byte: tag)
    put(signed: Int64(signed))
  }

  private mutating func put<Value>(
    _ tag: UInt8, optional value: Value?, _ body: (inout ByteWriter, Value) -> Void
  ) {
    put(byte: tag)
    put(optional: value, body)
  }
}

extension ByteReader {
  mutating func row() throws(Malformed) -> Row {
    let id = try rowID()
    var row = Row(id: id, name: try text())
    for _ in 0..<(try count(upTo: 255, "fields of a row")) { try rowField().apply(to: &row) }
    return row
  }

  mutating func rowField() throws(Malformed) -> RowField {
    switch try byte() {
    case 0: .name(try text())
    case 1: .port(try text())
    case 2: .channel(try channel())
    case 3: .program(try optional { reader throws(Malformed) in try reader.sevenBits() })
    case 4: .bank(try optional { reader throws(Malformed) in try reader.bank() })
    case 5: .voices(try flag() ? .poly : .mono)
    case 6: .note(try optional { reader throws(Malformed) in try reader.pitch() })
    case 7: .tags(try tags())
    case 8: .mute(try flag())
    case 9: .solo(try flag())
    case 10: .transpose(Int(try signed(-127...127, "a transposition")))
    case 11: .level(Int(try signed(0...200, "a level")))
    case 12: .colour(try optional { reader throws(Malformed) in try reader.text() })
    case 13: .data(try optional { reader throws(Malformed) in try reader.text() })
    case 14: .delay(try delay())
    case 15: .swing(try optional { reader throws(Malformed) in try reader.swingAmount() })
    default: throw malformed("a field of a row")
    }
  }

  private mutating func sevenBits() throws(Malformed) -> UInt8 {
    let byte = try byte()
    guard byte < 128 else { throw malformed("a number below 128") }
    return byte
  }

  private mutating func delay() throws(Malformed) -> Int64 {
    let nanoseconds = try signed()
    guard Limits.delay.contains(Double(nanoseconds) / 1e6) else { throw malformed("a delay") }
    return nanoseconds
  }

  mutating func channel() throws(Malformed) -> Channel {
    guard let channel = Channel(exactly: Int(try byte())) else { throw malformed("a channel") }
    return channel
  }

  mutating func bank() throws(Malformed) -> Row.Bank {
    let msb = Int(try byte())
    guard let bank = Row.Bank(msb: msb, lsb: Int(try byte())) else { throw malformed("a bank") }
    return bank
  }

  private mutating func tags() throws(Malformed) -> [String] {
    var tags: [String] = []
    for _ in 0..<(try count(upTo: Limits.tags, "tags")) { tags.append(try text()) }
    return tags
  }
}
