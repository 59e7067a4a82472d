/// A chord as musicians write it, such as `Dm7`, `G7b9` or `C/E`.
///
/// The grammar, in which `♭`, `♯` and `△` may stand for `b`, `#` and `Δ`:
/// ```
/// symbol    = note , body , { modifier | group } , [ "/" , note ] ;
/// note      = letter , [ "b" | "bb" | "#" | "##" ] ;
/// letter    = "A" | "B" | "C" | "D" | "E" | "F" | "G" ;
/// body      = "5"
///           | [ sixth | number ]
///           | major , [ sixth | number ]
///           | ( "m" | "min" | "-" ) , [ sixth | number | major , number ]
///           | ( "aug" | "+" ) , [ number | major , number ]
///           | ( "dim" | "°" ) , [ "7" | "9" | "11" | major , number ]
///           | "ø" , [ number ] ;
/// major     = "maj" | "Maj" | "M" | "Δ" ;
/// sixth     = "6" | "6/9" | "69" ;
/// number    = "7" | "9" | "11" | "13" ;
/// group     = "(" , item , { [ "," ] , item } , ")" ;
/// item      = modifier | major , number ;
/// modifier  = "sus" , [ "2" | "4" ]
///           | ( "b" | "#" ) , ( "5" | "9" ) | "#11" | "b13"
///           | "alt"
///           | "add" , ( "2" | "4" | "6" | [ "b" | "#" ] , "9" | [ "#" ] , "11" | [ "b" ] , "13" )
///           | ( "no" | "omit" ) , ( "3" | "5" | "7" | "9" | "11" ) ;
/// ```
/// `Δ` and `ø` mean a seventh also without a number, `sus` means `sus4`, and `alt` stands behind a
/// root or a plain 7. An accidental belongs to the note before it where it can: `Cb5` is a fifth on
/// C flat, `C(b5)` the other. A modifier that makes no difference is refused.
package struct ChordSymbol: Hashable, Sendable {
  /// A note's name without its octave.
  package struct Note: Hashable, Sendable {
    /// From A to G.
    package let letter: Character
    /// Semitones from the letter's own note, −2 to 2.
    package let alteration: Int

    /// Semitones above the C below the letter; less than 0 or more than 11 for Cb and B#.
    var semitones: Int { ChordSymbol.semitones(of: letter) + alteration }

    /// 0 for C, 11 for B.
    package var pitchClass: Int { (semitones + 12) % 12 }

    package var text: String {
      String(letter) + String(repeating: alteration < 0 ? "b" : "#", count: abs(alteration))
    }
  }

  /// A degree of the major scale over the root, perhaps altered.
  package struct Tone: Hashable, Comparable, Sendable {
    /// 1–13; those above 7 lie in the second octave.
    package let degree: Int
    /// Semitones from the major scale.
    package let alteration: Int

    init(_ degree: Int, _ alteration: Int = 0) {
      self.degree = degree
      self.alteration = alteration
    }

    /// Above the root.
    package var semitones: Int {
      let scale = [0, 2, 4, 5, 7, 9, 11]
      return scale[(degree - 1) % 7] + 12 * ((degree - 1) / 7) + alteration
    }

    package static func < (a: Tone, b: Tone) -> Bool {
      (a.degree, a.alteration) < (b.degree, b.alteration)
    }

    /// Such as `b9`.
    var text: String {
      String(repeating: alteration < 0 ? "b" : "#", count: abs(alteration)) + "\(degree)"
    }
  }

  /// Its third and fifth.
  enum Quality: Hashable, Sendable {
    case major
    case minor
    case diminished
    case augmented
    /// A fifth without a third.
    case power
  }

  /// What is stacked upon the triad.
  enum Extension: Hashable, Sendable {
    case sixth
    case sixthAndNinth
    /// Thirds from the seventh up to a degree of 7, 9, 11 or 13.
    case seventh(upTo: Int, isMajor: Bool)
  }

  /// What is done to the stack, in the order in which it is done and written.
  enum Modifier: Hashable, Comparable, Sendable {
    /// The second or fourth instead of the third.
    case suspended(Int)
    /// A degree altered, or added so.
    case altered(Tone)
    /// Fifth and ninth altered both ways.
    case alt
    case added(Tone)
    case without(Int)
  }

  package let root: Note
  var quality = Quality.major
  var stack: Extension?
  /// Sorted.
  var modifiers: [Modifier] = []
  /// The note below the chord, if it is written.
  package internal(set) var bass: Note?

  init(root: Note) {
    self.root = root
  }

  /// From its text; else where the text stops being a chord, and what could stand there.
  package init(_ text: some StringProtocol) throws(Malformed) {
    var reader = ChordReader(text)
    self = try reader.symbol()
  }

  /// Why a text is no chord.
  package struct Malformed: Error, Hashable, Sendable {
    /// The first wrong character, counted from 1; one more than there are if the text ends early.
    package let character: Int
    /// What could stand there.
    package let expected: String
  }

  static func semitones(of letter: Character) -> Int {
    switch letter {
    case "C": 0
    case "D": 2
    case "E": 4
    case "F": 5
    case "G": 7
    case "A": 9
    default: 11
    }
  }
}
