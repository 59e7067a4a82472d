/// The name of a section or marker, as text that a position can be said by.
///
/// No row could have another name; nor is it a word of a loop, or a position with an offset, as in
/// `verse-1` and `verse+1bar`.
package func sectionName(_ value: Value) throws(Mismatch) -> String {
  let name = try rowName(value)
  let position = try? PositionExpression(text: name[...])
  guard position == PositionExpression(.name(name)), !wordsOfSections.contains(name) else {
    throw Mismatch(
      .badText,
      "a name that begins with a letter or _ and is no position with an offset such as verse-1, "
        + "nor half, double, previous or again")
  }
  return name
}

private let wordsOfSections: Set = ["half", "double", "previous", "again"]
