import FastJSON
import Foundation

/// Validates a past meeting from a file, an archive, another cell or the store.
extension Meeting {
  /// Valid times within a meeting, in milliseconds: up to twice the longest duration, because the
  /// last words may arrive late.
  static let timesMs: ClosedRange<Int64> = 0...2 * Standup.durationsMs.upperBound

  /// Dates that RFC 3339 can express: the years 1 to 9999.
  private static let dates =
    Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  /// The first problem found; nil if the meeting can be saved.
  public var problem: ValueProblem? {
    guard Self.dates.contains(date) else {
      return ValueProblem(".date", "expected a date in the years 1 to 9999")
    }
    if let durationMs, !Self.timesMs.contains(durationMs) {
      return ValueProblem(
        ".durationMs", "expected 0 to \(Self.timesMs.upperBound) ms (48 hours), not \(durationMs)")
    }
    if let problem = problemOfLengths { return problem }
    guard (1...Self.maxParts).contains(parts ?? 1), part.map({ $0 > 1 && $0 <= parts ?? 1 }) ?? true
    else {
      return ValueProblem(
        ".part",
        "a meeting can have at most \(Self.maxParts) parts; the first one has no number, the others are"
          + " numbered from 2")
    }
    return segments.firstProblem(".segments", \.problem)
      ?? (turns ?? []).firstProblem(".turns") { turn in
        Self.isStretch(turn.fromMs, turn.toMs)
          ? turn.plannedMs?.problem(".plannedMs", in: Self.timesMs)
          : ValueProblem("", Self.noStretch)
      } ?? problemOfPeople ?? problemOfNotes ?? (updates ?? []).problem
  }

  private var problemOfLengths: ValueProblem? {
    plannedMs?.problem(".plannedMs", in: Self.timesMs)
      ?? pausedMs?.problem(".pausedMs", in: WireTime.sinceEpochMs)
  }

  private var problemOfPeople: ValueProblem? {
    for (member, people) in [(".attendees", attendees ?? []), (".absent", absent ?? [])] {
      guard IdentifiedArray(people).count == people.count else {
        return ValueProblem(member, "two attendees have the same id")
      }
      guard people.linkedTwice == nil else {
        return ValueProblem(member, "two attendees are linked to the same person")
      }
    }
    guard Set(late ?? []).count == late?.count ?? 0 else {
      return ValueProblem(".late", "an attendee is in the list twice")
    }
    guard peopleBytes <= Self.maxPeopleBytes else {
      return ValueProblem(
        ".attendees", "attendees and turns exceed \(Self.maxPeopleBytes) bytes in total")
    }
    return nil
  }

  private var problemOfNotes: ValueProblem? { (notes ?? []).problem(in: id) }

  static func isStretch(_ fromMs: Int64, _ toMs: Int64) -> Bool {
    timesMs.contains(fromMs) && timesMs.contains(toMs) && fromMs <= toMs
  }

  static let noStretch = "the end must not be before the start, and both must be within 48 hours"
}

extension Segment {
  /// The first problem found; nil if the segment can be saved.
  var problem: ValueProblem? {
    guard Meeting.isStretch(fromMs, toMs) else { return ValueProblem("", Meeting.noStretch) }
    guard speaker.unicodeScalars.count <= Standup.longestText else {
      return ValueProblem(".speaker", Attendee.nameLimit)
    }
    guard heardSpeaker?.unicodeScalars.count ?? 0 <= Standup.longestText else {
      return ValueProblem(".heardSpeaker", Attendee.nameLimit)
    }
    return nil
  }
}

extension FollowUp {
  /// The first problem found; nil if the follow-up can be saved.
  public var problem: ValueProblem? {
    if Self.text(text) != text {
      return ValueProblem(".text", "expected one line of 1 to \(Self.longestText) characters")
    }
    if attendee.name.unicodeScalars.count > Standup.longestText {
      return ValueProblem(".attendee.name", Attendee.nameLimit)
    }
    return atMs.problem(".atMs", in: WireTime.sinceEpochMs)
      ?? doneMs?.problem(".doneMs", in: WireTime.sinceEpochMs)
  }
}

extension [FollowUp] {
  /// Returns the first problem found in a meeting's follow-ups; nil if they can be saved.
  func problem(in meeting: Meeting.ID) -> ValueProblem? {
    guard count <= FollowUp.maxInMeeting, estimatedBytes <= FollowUp.maxBytesInMeeting else {
      return ValueProblem(".notes", FollowUp.limit)
    }
    guard IdentifiedArray(self).count == count else {
      return ValueProblem(".notes", "two follow-ups have the same id")
    }
    return firstProblem(".notes") { note in
      note.problem
        ?? (note.meeting == meeting
          ? nil : ValueProblem(".meeting", "the follow-up belongs to another meeting"))
    }
  }
}
