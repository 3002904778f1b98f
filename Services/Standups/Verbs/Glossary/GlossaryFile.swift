import Foundation
import Standups

/// A list of terms in a file: each line is a term, or a term, `=`, and what it sounds like. Empty lines are
/// ignored.
struct GlossaryFile {
  /// Maximum size of a file, in bytes.
  static let maxBytes = 1_000_000

  /// The terms, each of them once.
  private(set) var terms: [GlossaryTerm] = []
  /// The lines that are not terms, or not new ones.
  private(set) var skipped: [Skipped] = []

  /// A line that was skipped.
  struct Skipped: Codable, Hashable {
    /// Number of the line, from 1.
    var line: Int
    /// The line, at most 200 characters.
    var text: String
    /// The reason, as a sentence.
    var reason: String
  }

  /// Reads the lines of a file.
  init(_ text: String) {
    var lines: [String: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let trimmed = line.trimmingCharacters(in: Self.surroundings)
      if trimmed.isEmpty { continue }
      let term = Self.term(trimmed)
      var reason = term.problem
      if let earlier = lines[GlossaryTerm.key(term.term)] {
        reason = reason ?? "Line \(earlier) has the same term."
      } else if terms.count == GlossaryTerm.maxInTeam {
        reason = reason ?? "A glossary has at most \(GlossaryTerm.maxInTeam) terms."
      }
      if let reason {
        skipped.append(
          Skipped(line: index + 1, text: String(trimmed.prefix(200)), reason: reason))
      } else {
        lines[GlossaryTerm.key(term.term)] = index + 1
        terms.append(term)
      }
    }
  }

  /// White space, and the mark that some programs write at the beginning of a file.
  private static let surroundings = CharacterSet.whitespaces.union(
    CharacterSet(charactersIn: "\u{FEFF}"))

  /// Reads a line. The sounds of the term follow the first `=`.
  private static func term(_ line: String) -> GlossaryTerm {
    guard let sign = line.firstIndex(of: "=") else { return GlossaryTerm(line).collapsed }
    let sounds = line[line.index(after: sign)...]
    return GlossaryTerm(String(line[..<sign]), soundsLike: String(sounds)).collapsed
  }

  /// Returns a term as a line of a file.
  static func line(_ term: GlossaryTerm) -> String {
    term.soundsLike.map { "\(term.term) = \($0)" } ?? term.term
  }
}
