import ControlProtocol

/// The request of a line of words.
func request(_ line: String) throws(RequestError) -> Request? {
  do throws(Refusal) { return try Request(words: line) } catch { throw error.error }
}

/// The request of a JSON value.
func request(_ value: Value) throws(RequestError) -> Request {
  do throws(Refusal) { return try Request(value) } catch { throw error.error }
}

/// The error that refuses a line, if any does.
func refusal(_ line: String) -> RequestError? {
  do throws(RequestError) {
    _ = try request(line)
    return nil
  } catch { return error }
}

/// The error that refuses a JSON value, if any does.
func refusal(_ value: Value) -> RequestError? {
  do throws(RequestError) {
    _ = try request(value)
    return nil
  } catch { return error }
}
