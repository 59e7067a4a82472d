/// Chords and the notes of which they consist, spelled from the theory of harmony.
///
/// Thirds upon thirds: what extensions imply is there, whether players play it or not.
let chordTable = """
  C: C E G
  Db: Db F Ab
  D: D F# A
  Eb: Eb G Bb
  E: E G# B
  F: F A C
  F#: F# A# C#
  Gb: Gb Bb Db
  G: G B D
  Ab: Ab C Eb
  A: A C# E
  Bb: Bb D F
  B: B D# F#
  Cb: Cb Eb Gb
  B#: B# E G
  Fbb: Eb G Bb
  G##: A C# E
  Cmaj: C E G
  CM: C E G
  Fmaj: F A C
  Cm: C Eb G
  Cmin: C Eb G
  C-: C Eb G
  C#m: C# E G#
  Ebm: Eb Gb Bb
  F#min: F# A C#
  Bbm: Bb Db F
  G-: G Bb D
  Cdim: C Eb Gb
  C°: C Eb Gb
  Bdim: B D F
  F#°: F# A C
  Caug: C E G#
  C+: C E G#
  Eaug: E G# C
  Ab+: Ab C E
  C5: C G
  Cb5: Cb Gb
  E5: E B
  F#5: F# C#
  Csus: C F G
  Csus4: C F G
  Csus2: C D G
  Csus2sus4: C D F G
  Asus4: A D E
  Bbsus2: Bb C F
  C6: C E G A
  Cmaj6: C E G A
  Eb6: Eb G Bb C
  Cm6: C Eb G A
  C-6: C Eb G A
  Dmin6: D F A B
  C6/9: C E G A D
  C69: C E G A D
  Fmaj6/9: F A C D G
  Cm6/9: C Eb G A D
  Gm69: G Bb D E A
  C7: C E G Bb
  F7: F A C Eb
  Bb7: Bb D F Ab
  E7: E G# B D
  F#7: F# A# C# E
  Cmaj7: C E G B
  CM7: C E G B
  CMaj7: C E G B
  CΔ: C E G B
  C△7: C E G B
  Dbmaj7: Db F Ab C
  AM7: A C# E G#
  B♭Δ: Bb D F A
  Cm7: C Eb G Bb
  C-7: C Eb G Bb
  Dmin7: D F A C
  Am7: A C E G
  F♯m7: F# A C# E
  Cm(maj7): C Eb G B
  CmM7: C Eb G B
  CmMaj7: C Eb G B
  C-Δ7: C Eb G B
  Dmmaj7: D F A C#
  Aminmaj7: A C E G#
  Cdim7: C Eb Gb A
  C°7: C Eb Gb A
  Bdim7: B D F Ab
  G#°7: G# B D F
  Cdim(maj7): C Eb Gb B
  C°Δ: C Eb Gb B
  Cø: C Eb Gb Bb
  Cø7: C Eb Gb Bb
  Cm7b5: C Eb Gb Bb
  Bø: B D F A
  F#-7b5: F# A C E
  Eø7: E G Bb D
  Caug7: C E G# Bb
  C+7: C E G# Bb
  C7#5: C E G# Bb
  C+maj7: C E G# B
  Caug(maj7): C E G# B
  Cmaj7#5: C E G# B
  Ebmaj7#5: Eb G B D
  C7b5: C E Gb Bb
  Cmaj7b5: C E Gb B
  C(b5): C E Gb
  C(#5): C E G#
  Cm(#5): C Eb G#
  Cmb5: C Eb Gb
  C7sus4: C F G Bb
  C7sus: C F G Bb
  G7sus2: G A D F
  Cmaj7sus4: C F G B
  Cmaj7sus2: C D G B
  Cm7sus4: C F G Bb
  C9: C E G Bb D
  G9: G B D F A
  Ab9: Ab C Eb Gb Bb
  Cmaj9: C E G B D
  CΔ9: C E G B D
  FM9: F A C E G
  Cm9: C Eb G Bb D
  D-9: D F A C E
  Cm(maj9): C Eb G B D
  CmM9: C Eb G B D
  Cdim9: C Eb Gb A D
  Cø9: C Eb Gb Bb D
  C+9: C E G# Bb D
  C9sus4: C F G Bb D
  D9sus: D G A C E
  C9b5: C E Gb Bb D
  C9#5: C E G# Bb D
  C9#11: C E G Bb D F#
  C11: C E G Bb D F
  G11: G B D F A C
  Cm11: C Eb G Bb D F
  A-11: A C E G B D
  Cmaj11: C E G B D F
  Cm(maj11): C Eb G B D F
  Cdim11: C Eb Gb A D F
  Cø11: C Eb Gb Bb D F
  Caug11: C E G# Bb D F
  C13: C E G Bb D F A
  Bb13: Bb D F Ab C Eb G
  Cmaj13: C E G B D F A
  CΔ13: C E G B D F A
  Cm13: C Eb G Bb D F A
  D-13: D F A C E G B
  Cø13: C Eb Gb Bb D F A
  C+13: C E G# Bb D F A
  Cm(maj13): C Eb G B D F A
  C13sus4: C F G Bb D A
  C13no11: C E G Bb D A
  C13#11: C E G Bb D F# A
  Cmaj13#11: C E G B D F# A
  C13b9: C E G Bb Db F A
  C13#9: C E G Bb D# F A
  C13b5: C E Gb Bb D F A
  C7b9: C E G Bb Db
  G7b9: G B D F Ab
  A7(b9): A C# E G Bb
  C7#9: C E G Bb D#
  E7#9: E G# B D Fx
  C7#11: C E G Bb F#
  Cmaj7#11: C E G B F#
  Fmaj7(#11): F A C E B
  Fmaj9#11: F A C E G B
  C7b13: C E G Bb Ab
  C9b13: C E G Bb D Ab
  C7b9#9: C E G Bb Db D#
  C7b5b9: C E Gb Bb Db
  C7#5#9: C E G# Bb D#
  C7(#5,b9): C E G# Bb Db
  C7b9#11: C E G Bb Db F#
  C7b9b13: C E G Bb Db Ab
  C7b5#5b9#9: C E Gb G# Bb Db D#
  C7sus4b9: C F G Bb Db
  C7susb9: C F G Bb Db
  Calt: C E Gb G# Bb Db D#
  C7alt: C E Gb G# Bb Db D#
  G7alt: G B Db D# F Ab A#
  B7alt: B D# F Fx A C Cx
  Cadd9: C E G D
  Cadd2: C E G D
  Dadd9: D F# A E
  Cmadd9: C Eb G D
  Cm(add9): C Eb G D
  Cadd4: C E G F
  Cadd11: C E G F
  Cmadd11: C Eb G F
  Cadd#11: C E G F#
  Cadd6: C E G A
  Cadd13: C E G A
  C7add13: C E G Bb A
  C7add11: C E G Bb F
  Cm7add11: C Eb G Bb F
  Caddb9: C E G Db
  Cadd#9: C E G D#
  C5add9: C G D
  Csus4add9: C F G D
  C6add11: C E G A F
  C7no5: C E Bb
  C7no3: C G Bb
  C7omit3: C G Bb
  Cno5: C E
  Cmno5: C Eb
  Cno3: C G
  C9no3: C G Bb D
  C9no5: C E Bb D
  Cmaj9(no3): C G B D
  C9no7: C E G D
  C11no3: C G Bb D F
  C13(no5,no11): C E Bb D A
  C/E: C E G
  C/G: C E G
  C/D: C E G D
  C/Bb: C E G Bb
  Am7/G: A C E G
  D/F#: D F# A
  F/G: F A C G
  Dm7/G: D F A C G
  Dm7b5/G: D F Ab C G
  Bb/C: Bb D F C
  Eb6/9/Bb: Eb G Bb C F
  C6/A: C E G A
  C7b9/E: C E G Bb Db
  Gsus4/D: G C D
  F#ø/C: F# A C E
  A5/E: A E
  C/Db: C E G Db
  Calt/Gb: C E Gb G# Bb Db D#
  """
