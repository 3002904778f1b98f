import Standups

/// The glossaries of all teams, as they are saved.
struct Glossaries: Sendable {
  /// The terms of each team that has any.
  private var terms: [String: [GlossaryTerm]] = [:]
  /// Estimated size of all terms in memory, in bytes.
  private var bytes = 0
  /// The sounds of the terms of teams whose lines were recognised lately.
  private(set) var spellers: [String: GlossarySpeller] = [:]

  /// Maximum estimated size of all terms in memory, in bytes: those of 10,000 teams with 40 terms each, or
  /// of 800 teams with 500 terms each.
  static let maxBytes = 40_000_000
  /// Maximum number of teams whose sounds are kept. Those of a full glossary take about 1 MB, and are read
  /// again in some milliseconds.
  static let maxSpellers = 32

  /// The terms of a team, in alphabetical order.
  subscript(team: String) -> [GlossaryTerm] {
    get { terms[team] ?? [] }
    set {
      bytes += Self.bytes(newValue) - Self.bytes(self[team])
      terms[team] = newValue.isEmpty ? nil : newValue
      spellers[team] = nil
    }
  }

  /// Returns whether a team can have these terms. It can always have fewer than before.
  func hasRoom(for new: [GlossaryTerm], of team: String) -> Bool {
    let (before, after) = (Self.bytes(self[team]), Self.bytes(new))
    return after <= before || bytes - before + after <= Self.maxBytes
  }

  private static func bytes(_ terms: [GlossaryTerm]) -> Int {
    terms.reduce(0) { $0 + 80 + $1.term.utf8.count + ($1.soundsLike?.utf8.count ?? 0) }
  }

  /// Returns the sounds of the terms of a team.
  mutating func speller(of team: String) -> GlossarySpeller {
    guard let terms = terms[team] else { return .empty }
    if let speller = spellers[team] { return speller }
    if spellers.count >= Self.maxSpellers { spellers.removeAll() }
    let speller = GlossarySpeller(terms)
    spellers[team] = speller
    return speller
  }
}

/// The sizes and the sounds follow from the terms.
extension Glossaries: Hashable {
  static func == (one: Glossaries, other: Glossaries) -> Bool { one.terms == other.terms }
  func hash(into hasher: inout Hasher) { hasher.combine(terms) }
}
