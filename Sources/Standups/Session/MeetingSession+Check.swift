import Countdown
import FastJSON

/// Validates a live meeting after it is loaded. Times are bounded so that their sums cannot
/// overflow; positions must be those of attendees.
extension MeetingSession {
  /// The first problem found; nil if the meeting is valid, so that a command could have saved it.
  public var problem: ValueProblem? {
    if let problem = standup.problem {
      return ValueProblem(".standup.\(problem.member)", problem.description)
    }
    return lineup?.seed?.problem(".lineup.seed", in: Lineup.seeds) ?? state.problem(of: id)
      ?? problemOfPlaces ?? segments.firstProblem(".segments", \.problem)
      ?? heard?.problem?.within(".heard")
  }

  /// Checks that each turn belongs to an attendee, and that the current speaker has a turn.
  private var problemOfPlaces: ValueProblem? {
    let places = 0..<max(1, standup.attendees.count)
    let stranger = (agenda?.order ?? []).firstProblem(".agenda.order") {
      places.contains($0)
        ? nil : ValueProblem("", "expected 0 to \(places.upperBound - 1), not \($0)")
    }
    guard stranger == nil else { return stranger }
    if let problem = problemOfEarlierPlaces { return problem }
    let turns = 0..<schedule.speakers
    return turns.contains(speakerIndex)
      ? nil
      : ValueProblem(".speakerIndex", "expected 0 to \(turns.upperBound - 1), not \(speakerIndex)")
  }
}

extension MeetingSession {
  /// Checks that the undo of a change leaves a meeting in which each turn belongs to an attendee, and
  /// the current speaker has a turn.
  private var problemOfEarlierPlaces: ValueProblem? {
    guard let earlier else { return nil }
    var standup = standup
    if let added = earlier.added {
      guard standup.attendees.last?.id == added, standup.attendees.count > 1 else {
        return ValueProblem(".earlier.added", "expected the last of at least two attendees")
      }
      standup.attendees.remove(id: added)
    }
    let places = 0..<max(1, standup.attendees.count)
    guard (earlier.agenda?.order ?? []).allSatisfy(places.contains) else {
      return ValueProblem(".earlier.agenda.order", "expected 0 to \(places.upperBound - 1)")
    }
    let speakers = standup.schedule(earlier.agenda).speakers
    return (0..<speakers).contains(earlier.speakerIndex)
      ? nil
      : ValueProblem(
        ".earlier.speakerIndex", "expected 0 to \(speakers - 1), not \(earlier.speakerIndex)")
  }
}

extension MeetingSession.Earlier {
  fileprivate var problem: ValueProblem? {
    let times = WireTime.sinceEpochMs
    return clock.at.problem?.within(".clock.at")
      ?? clock.elapsedMs.problem(".clock.elapsedMs", in: times) ?? agenda?.problem
      ?? warnedMs?.problem(".warnedMs", in: times)
      ?? (floorCount < 0
        ? ValueProblem(".floorCount", "expected 0 or more, not \(floorCount)") : nil)
  }
}

extension MeetingSession.State {
  /// Returns the first problem found that does not depend on the standup; nil if the state is
  /// valid, so that a command could have saved it.
  public func problem(of meeting: Meeting.ID) -> ValueProblem? {
    let times = WireTime.sinceEpochMs
    guard (0..<MeetingSession.maxTurns).contains(speakerIndex) else {
      return ValueProblem(
        ".speakerIndex", "expected 0 to \(MeetingSession.maxTurns - 1), not \(speakerIndex)")
    }
    return startedAt?.problem?.within(".startedAt") ?? clock.at.problem?.within(".clock.at")
      ?? clock.elapsedMs.problem(".clock.elapsedMs", in: times)
      ?? floor.firstProblem(".floor") { change in
        change.sinceMs.problem(".sinceMs", in: times)
          ?? change.elapsedMs.problem(".elapsedMs", in: times)
      } ?? agenda?.problem ?? warnedMs?.problem(".warnedMs", in: times)
      ?? overMs?.problem(".overMs", in: times) ?? (notes ?? []).problem(in: meeting)
      ?? problemOfChanges
  }
}

extension MeetingSession.State {
  /// Checks the values for an undo, and the written updates.
  private var problemOfChanges: ValueProblem? {
    if let problem = earlier?.problem { return problem.within(".earlier") }
    if let problem = voices.flatMap({
      Int64($0).problem(".voices", in: 0...MeetingSession.maxVoices)
    }) {
      return problem
    }
    return problemOfEnd ?? (updates ?? []).problem
  }

  /// Checks that only a meeting that has started has ended.
  private var problemOfEnd: ValueProblem? {
    guard let ended else { return nil }
    guard startedAt != nil, !clock.isRunning else {
      return ValueProblem(".ended", "expected only for a meeting that has started and is paused")
    }
    return ended.at.problem?.within(".ended.at")
      ?? Int64(ended.lines).problem(".ended.lines", in: WireTime.counts)
      ?? Int64(ended.parts).problem(".ended.parts", in: 0...Int64(Meeting.maxParts))
  }
}

extension MeetingSession.Line {
  /// The first problem found; nil if the line is valid, so that a meeting could have accepted it.
  public var problem: ValueProblem? {
    segment.problem?.within(".segment") ?? heard?.problem?.within(".heard")
  }
}

extension MeetingSession.Heard {
  fileprivate var problem: ValueProblem? { untilMs.problem(".untilMs", in: WireTime.sinceEpochMs) }
}

extension MeetingSession.Agenda {
  fileprivate var problem: ValueProblem? {
    guard order.count == turnsMs.count, (1...MeetingSession.maxTurns).contains(order.count) else {
      return ValueProblem(
        ".agenda.order",
        "expected as many entries as in “turnsMs”, from 1 to \(MeetingSession.maxTurns)")
    }
    return turnsMs.firstProblem(".agenda.turnsMs") {
      $0.problem("", in: 1...Meeting.timesMs.upperBound)
    } ?? problemOfMarks
  }
}

extension MeetingSession.Agenda {
  private var problemOfMarks: ValueProblem? {
    guard (extraMs ?? []).count <= Standup.maxAttendees else {
      return ValueProblem(".agenda.extraMs", "expected at most \(Standup.maxAttendees) entries")
    }
    let places: ClosedRange<Int64> = 0...Int64(Standup.maxAttendees - 1)
    for (member, list) in [(".agenda.away", away ?? []), (".agenda.returned", returned ?? [])] {
      guard list.count <= Standup.maxAttendees else {
        return ValueProblem(member, "expected at most \(Standup.maxAttendees) entries")
      }
      if let problem = list.firstProblem(member, { Int64($0).problem("", in: places) }) {
        return problem
      }
    }
    return (extraMs ?? []).firstProblem(".agenda.extraMs") {
      $0.problem("", in: 0...Meeting.timesMs.upperBound)
    }
  }
}

extension ClockReading {
  fileprivate var problem: ValueProblem? {
    wallMs.problem(".wallMs", in: WireTime.sinceEpochMs)
      ?? uptimeUs.problem(".uptimeUs", in: WireTime.counts)
  }
}
