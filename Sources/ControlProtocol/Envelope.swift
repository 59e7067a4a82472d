/// What a reply repeats of its request.
package struct Envelope: Equatable, Sendable {
  /// Text, a number or null, as it was written; null where the request had none, and for words.
  package let id: Value
  /// Whether the request said `"jsonrpc":"2.0"`; its reply then says so too.
  package let hasVersion: Bool

  package init(id: Value = .null, hasVersion: Bool = false) {
    self.id = id
    self.hasVersion = hasVersion
  }

  /// The whole reply to a request that was done, written already.
  ///
  /// Not made of values, since the result may be written already.
  package func reply(_ result: Value) -> Value {
    var text: [UInt8] = []
    // Most replies are shorter, and grow no more.
    text.reserveCapacity(512)
    text += (hasVersion ? #"{"jsonrpc":"2.0","id":"# : #"{"id":"#).utf8
    id.write(to: &text)
    text += #","result":"#.utf8
    result.write(to: &text)
    text.append(UInt8(ascii: "}"))
    return .encoded(text)
  }

  /// The whole reply to a request that was refused.
  package func reply(_ error: RequestError) -> Value {
    var members = Members(reservingCapacity: 3)
    if hasVersion { members.append("jsonrpc", "2.0") }
    members.append("id", id)
    members.append("error", error.value)
    return .object(members)
  }
}

/// A request that could not be read: the error, and where its reply goes.
package struct Refusal: Error, Equatable, Sendable {
  package let envelope: Envelope
  package let error: RequestError

  package init(envelope: Envelope = Envelope(), error: RequestError) {
    self.envelope = envelope
    self.error = error
  }

  /// The whole reply.
  package var reply: Value { envelope.reply(error) }
}

/// Something that happened, for the clients that subscribed to its topic.
package struct Event: Sendable {
  /// What a client can subscribe to.
  package enum Topic: String, Sendable, CaseIterable {
    case edit
    case transport
    /// The playhead enters and leaves cells that have a label.
    case cells
    case selection
    /// What waits for a place ahead, and what becomes of it.
    case pending
    case ports
    case jobs
    case log
    case midi
  }

  package let topic: Topic
  /// What happened, where a topic tells of several things; else the topic's own name.
  package let name: String
  private let make: @Sendable () -> Value

  package init(_ topic: Topic, named name: String? = nil, _ parameters: Value) {
    self.topic = topic
    self.name = name ?? topic.rawValue
    make = { parameters }
  }

  /// With parameters that are made when somebody wants to hear them, always the same.
  package init(_ topic: Topic, making parameters: @escaping @Sendable () -> Value) {
    self.topic = topic
    name = topic.rawValue
    make = parameters
  }

  package var parameters: Value { make() }

  /// The whole line as a value: a JSON-RPC notification.
  package var value: Value { ["method": .string(name), "params": parameters] }
}

extension Event: Equatable {
  package static func == (a: Event, b: Event) -> Bool {
    a.topic == b.topic && a.name == b.name && a.parameters == b.parameters
  }
}
