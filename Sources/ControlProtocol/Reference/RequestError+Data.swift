extension RequestError {
  /// What the `data` of an error holds.
  package static let data = Shape(
    "error data", "What programs may want to know of an error.",
    [
      Field("kind", .text, "its kind"),
      Field("field", .text, "the parameter or member to blame", if: "one is"),
      Field("op", .integer, "the operation of a batch, from 1", if: "in a batch"),
      Field("hint", .text, "what was probably meant", if: "that is likely"),
      Field("cells", .list(.integer), "the cells in the way", if: "some are"),
      Field("by", .list(.either(.text, .integer)), "who changed them", if: "that is known"),
      Field("revision", .integer, "the song's", if: "`base` was another"),
      Field("limit", .text, "the limit's name", if: "a limit of the song is reached"),
      Field("most", .integer, "what it allows", if: "a limit of the song is reached"),
    ])
}
