import Spelling

/// The terms of a team with their sounds, with which the recognised lines of its meetings are compared.
public struct GlossarySpeller: Sendable {
  let speller: Speller

  /// Reads the sounds of the terms, at most `GlossaryTerm.maxInTeam`.
  public init(_ terms: [GlossaryTerm]) {
    speller = Speller(
      terms.prefix(GlossaryTerm.maxInTeam).map { Term($0.term, soundsLike: $0.soundsLike) })
  }

  /// The speller of a team without terms.
  public static let empty = GlossarySpeller([])
}
