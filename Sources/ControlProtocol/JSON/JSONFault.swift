/// Why text is no strict JSON, and where.
struct JSONFault: Error {
  /// The first byte that cannot stand there, counted from 0; the text's length where it ends early.
  let offset: Int
  let reason: String
}
