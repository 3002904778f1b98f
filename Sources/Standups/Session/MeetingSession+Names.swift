import Schema
import Spelling

extension MeetingSession {
  /// Maximum number of attendees whose names are compared with a line: those whose turns are nearest.
  static let maxSpelledNames = 64

  /// Returns recognised words with the names of the attendees and the terms of the team as they are spelled. In
  /// other languages than English nothing changes, because the sounds and the ordinary words are English.
  ///
  /// - Parameters:
  ///   - speaker: the attendee who spoke. Their name, and those of the attendees before and after them, are
  ///     more likely than others.
  ///   - glossary: the terms of the team, evaluated only for a line that is compared with them.
  /// - Returns: nil if nothing changes.
  func spelled(
    _ text: String, by speaker: Attendee, with glossary: @autoclosure () -> GlossarySpeller
  ) -> String? {
    guard standup.language.map({ LanguageTag.lookup($0).last == "en" }) ?? true else { return nil }
    let attendees = Array(standup.attendees)
    let place = attendees.firstIndex { $0.id == speaker.id } ?? 0
    let nearest = attendees.indices.sorted { (abs($0 - place), $0) < (abs($1 - place), $1) }
      .prefix(Self.maxSpelledNames)
    var near = Set(
      nearest.filter { abs($0 - place) <= 1 }.flatMap { Self.names(of: attendees[$0]) })
    let turns = fullAgenda.order
    for (turn, next) in zip(turns, turns.dropFirst()) where turn == place || next == place {
      let neighbour = turn == place ? next : turn
      guard attendees.indices.contains(neighbour) else { continue }
      near.formUnion(Self.names(of: attendees[neighbour]))
    }
    let speller = glossary().speller.adding(
      nearest.flatMap { Self.names(of: attendees[$0]) }.map { Term($0, kind: .name) })
    return speller.correct(text, near: near)
  }

  /// The full name of an attendee, and the first one if there are several.
  private static func names(of attendee: Attendee) -> [String] {
    let words = attendee.name.split(separator: " ").map(String.init)
    guard let first = words.first else { return [] }
    return words.count == 1 ? [first] : [words.joined(separator: " "), first]
  }
}
