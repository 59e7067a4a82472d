import Timeline

extension Reference {
  static let introduction: [Block] = [
    .text(
      """
      This is protocol \(Release.protocolVersion), of playhead \(Release.version).
      It is made of the table that the daemon reads requests by.
      """),
    .chapter("Connection"),
    .text(
      """
      The daemon listens on a Unix stream socket, `$XDG_RUNTIME_DIR/playhead/control.sock` unless \
      told otherwise; only its user may connect.
      It takes lines of UTF-8 that end with a newline, at most \(Bounds.line) bytes long without \
      it, and sends such lines, each an object of JSON.
      It is silent until asked: there is no greeting, and events come after `subscribe` only.
      """),
    .text(
      """
      Each request gets exactly one reply, and a client gets its replies in the order of its \
      requests; a blank line and a comment get none.
      Events come between them: a line with `id` is a reply, one without is an event.
      The reply to an edit comes when the edit is kept on disk, and before its event.
      """),
    .text(
      """
      A client that writes without reading has its input paused: with \(Bounds.requests) requests \
      unanswered, or \(Bounds.output) bytes that wait to be sent.
      Then it also misses events, which one `resync` tells it once it reads again.
      After \(Bounds.stall) seconds in which it takes nothing of what waits it is disconnected.
      The \(Bounds.clients + 1)th client is told so, and disconnected.
      A client that closes its sending side gets all it is owed, then the end of the stream; what \
      a client asked before it vanished is done all the same.
      """),
    .chapter("Requests"),
    .text(
      """
      A line that begins with `{` is a request in JSON, as JSON-RPC 2.0 has it.
      Its members are `method`, `params`, an object, which may be left out where nothing is \
      required, `id`, a number, text or null, and `jsonrpc`, "2.0" if it is there.
      The reply repeats `id` as it was written, digit by digit and escape by escape, and `jsonrpc` \
      if it was said; a request without `id` is answered with null.
      """),
    .code(
      """
      {"id":1,"method":"cells.move","params":{"cells":[3,4],"by":0.5}}
      """),
    .text(
      """
      Reading is strict: a key that is given twice, also once by its short name, a member or \
      parameter that is unknown, a value of another type, a number that does not fit, a comma too \
      many, a byte order mark, other encodings than UTF-8, NUL, and lists and objects more than \
      \(Bounds.depth) deep are refused, and nothing of the request is done.
      A whole number is written without point or exponent where an integer is asked for.
      What is refused in JSON is refused in words and in batches in the same way.
      A list of requests is refused: send one a line, or several edits as one `edit`.
      """),
    .chapter("Words"),
    .text(
      """
      Any other line is the same request in words: a command, then plain values, which fill the \
      parameters in the order of this reference, and values with a name in front.
      Several edits with `;` between are one `edit`.
      JSON takes each value as the text that words give as well.
      """),
    .code(Words.grammar),
    .code(
      """
      move 3,4 by=0.5
      cut bass@5:1..9:1; add bass 5:1 4bars F#2
      """),
    .chapter("Replies"),
    .text(
      """
      A reply has `result`, an object whose members stand under its method, or `error`, see *error*.
      While what moves is played, a request that says `when` is answered *waiting* at once, and \
      events of the topic `pending` tell what becomes of it.
      Work that takes longer than 200 ms is answered *job*, and an event of the topic `jobs` holds \
      what would have been its reply.
      """),
    .text(
      """
      `beats` are quarter notes from the start of the song, at most \(Limits.beats), or a length \
      of these, rounded to a tick of 1/\(Ticks.perBeat) beat; whole ones have no point.
      `nanoseconds` are moments of `CLOCK_MONOTONIC`, `milliseconds` a number, a `tally` an object \
      whose members count something.
      """),
  ]

  static let typesText =
    """
    Words give each value as text; JSON takes that text, or the form that is named here.
    An integer may be text in JSON too, a list may be text with commas, and `on` and `off` may be \
    true and false.
    """

  static let eventsText =
    """
    An event is a line with `method`, its name, and `params`, and without `id`.
    `subscribe` answers with the *outline* of that moment, and events tell all that happens from \
    then on.
    A client that shows cells lists them after that, drops events whose revision is not above the \
    one that the list was read at, and applies the others in order.
    The revision never goes back, not with another song, and not where the daemon begins anew with \
    the song that it had.
    """

  static let errorsText =
    """
    An error is an object *error*.
    Programs look at the `kind`, and at `field`; a kind keeps its name and its code.
    An error of a batch says of which operation it is, and nothing of the batch is done.
    """

  static let promise: [Block] = [
    .chapter("Compatibility"),
    .text(
      """
      `hello` tells the protocol's version, two numbers with a point between.
      The second grows when something is added: methods, parameters that may be left out, members \
      of replies and events, topics, kinds of errors, words of a choice.
      The first grows when a client may break: something that stands here is taken away, renamed, \
      refused, or means something else.
      """),
    .text(
      """
      So a client ignores members and events that it does not know, and takes an unknown kind of \
      error for its code.
      The texts that are for people, and the order of members, may change at any time.
      """),
    .text(
      """
      A *document* says its own version, which grows with whatever a reader of the one before \
      would not know.
      A reader takes the versions that it knows, and refuses others, and members that it does not \
      know, so that no part of a song is lost unseen.
      """),
  ]
}
