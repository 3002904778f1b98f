public import Countdown
public import FastJSON
public import Schema

extension Standup {
  /// Returns the schedule of the speakers, in which the duration is divided by the weights of the
  /// attendees. A standup without attendees has one speaker.
  ///
  /// - Parameter agenda: agenda of the meeting, if it has its own.
  public func schedule(_ agenda: MeetingSession.Agenda? = nil) -> SpeakerSchedule {
    if let agenda, let schedule = SpeakerSchedule(turnsMs: agenda.turnsMs) { return schedule }
    let speakers = max(1, attendees.count)
    if attendees.contains(where: { $0.weight != nil }),
      let schedule = SpeakerSchedule(durationMs: durationMs, weights: attendees.map(\.share))
    {
      return schedule
    }
    let duration = max(durationMs, Int64(speakers))
    guard let schedule = SpeakerSchedule(durationMs: duration, speakers: speakers) else {
      preconditionFailure("a schedule needs only one millisecond for each speaker")
    }
    return schedule
  }

  /// Returns the time before the end of a turn at which its speaker is warned, in milliseconds; nil
  /// for no warning.
  ///
  /// - Parameter turnMs: duration of the turn; only a turn longer than the warning time has a
  ///   warning.
  public func warns(ofTurn turnMs: Int64) -> Int64? {
    warnMs.flatMap { $0 < turnMs ? $0 : nil }
  }

  /// Returns the attendee who has the turn at that position; nil for a position without a turn.
  ///
  /// - Parameter agenda: agenda of the meeting, if it has its own.
  public func attendee(at index: Int, _ agenda: MeetingSession.Agenda? = nil) -> Attendee? {
    var place = index
    if let agenda {
      guard agenda.order.indices.contains(index) else { return nil }
      place = agenda.order[index]
    }
    return attendees.indices.contains(place) ? attendees[place] : nil
  }
}

extension MeetingSession {
  /// The turns of a meeting if they differ from those of its standup, because an attendee got more
  /// time, got a turn at the end, or lost a turn.
  public struct Agenda: FastCodable, Hashable, Sendable, Bounded {
    /// Index of each turn's speaker among the standup's attendees, from 0. An attendee may have
    /// several turns.
    public var order: [Int]
    /// Duration of each turn, in milliseconds.
    public var turnsMs: [Int64]
    /// Total time by which the turns of each of the standup's attendees were extended, in milliseconds.
    /// It is 0 for the attendees after the end of the list; nil if no turn was extended.
    public var extraMs: [Int64]?
    /// Indices of the attendees who lost their turns because they are absent; nil for none.
    public var away: [Int]?
    /// Indices of the attendees who lost their turns and returned, and are therefore late; nil for none.
    public var returned: [Int]?
    public static let bounds: MemberBounds<Self> = [
      \.order: .count(1...Standup.maxAttendees),
      \.turnsMs: .count(1...Standup.maxAttendees).each(.atLeast(1)),
      \.extraMs: .count(0...Standup.maxAttendees),
      \.away: .count(0...Standup.maxAttendees),
      \.returned: .count(0...Standup.maxAttendees),
    ]

    /// Creates an agenda; `order` and `turnsMs` must have one element for each turn. Default: no turn
    /// was extended, and no attendee lost their turns.
    public init(
      order: [Int], turnsMs: [Int64], extraMs: [Int64]? = nil, away: [Int]? = nil,
      returned: [Int]? = nil
    ) {
      self.order = order
      self.turnsMs = turnsMs
      self.extraMs = extraMs
      self.away = away
      self.returned = returned
    }

    /// Records that a turn of the attendee at that index was extended.
    mutating func extended(_ place: Int, byMs ms: Int64) {
      var extra = extraMs ?? []
      extra += Array(repeating: 0, count: max(0, place + 1 - extra.count))
      let sum = extra[place].addingReportingOverflow(ms)
      extra[place] = sum.overflow ? .max : sum.partialValue
      extraMs = extra
    }

    /// Records that the attendee at that index is absent, or has returned.
    mutating func mark(_ place: Int, isAway: Bool) {
      let wasAway = away?.contains(place) ?? false
      let others = (away ?? []).filter { $0 != place }
      let here = (returned ?? []).filter { $0 != place }
      (away, returned) =
        isAway ? (others + [place], here) : (others, wasAway ? here + [place] : returned)
      // Equal agendas have the same representation.
      if away?.isEmpty == true { away = nil }
      if returned?.isEmpty == true { returned = nil }
    }

    /// Planned length of each turn, in milliseconds, without extensions.
    var plannedMs: [Int64] {
      var extra = extraMs ?? []
      return zip(order, turnsMs).map { place, turn in
        guard extra.indices.contains(place) else { return turn }
        let part = min(max(extra[place], 0), turn)
        extra[place] -= part
        return turn - part
      }
    }
  }

  /// Maximum number of turns of a meeting, equal to the maximum number of attendees.
  public static let maxTurns = Standup.maxAttendees

  /// The agenda of the meeting; if its turns have not changed, the one that follows from the
  /// standup.
  public var fullAgenda: Agenda {
    let schedule = schedule
    return agenda
      ?? Agenda(
        order: Array(0..<schedule.speakers),
        turnsMs: (0..<schedule.speakers).map(schedule.turn(of:)))
  }

  /// Returns the time at which the current speaker is to be warned and the end of the turn, in
  /// milliseconds of meeting time.
  ///
  /// - Parameter elapsedMs: the elapsed meeting time.
  /// - Returns: nil if the turn has no warning, the speaker was warned already, or the turn or the
  ///   planned time is over.
  public func warning(atMs elapsedMs: Int64) -> (fromMs: Int64, endMs: Int64)? {
    guard standup.warnMs != nil, overMs == nil else { return nil }
    let schedule = schedule
    let end = schedule.start(of: speakerIndex + 1)
    guard elapsedMs < end, warnedMs != end,
      let warnMs = standup.warns(ofTurn: schedule.turn(of: speakerIndex))
    else { return nil }
    return (end - warnMs, end)
  }

  /// Gives more time to the current speaker. The meeting becomes longer by the same amount of time.
  ///
  /// - Parameter ms: additional time in milliseconds, 1 or more.
  /// - Returns: false, without a change, if the meeting would be longer than a standup may be.
  public mutating func extendTurn(byMs ms: Int64) -> Bool {
    var agenda = fullAgenda
    let duration = schedule.durationMs.addingReportingOverflow(ms)
    guard ms >= 1, !duration.overflow, duration.partialValue <= Standup.durationsMs.upperBound,
      agenda.turnsMs.indices.contains(speakerIndex), agenda.order.indices.contains(speakerIndex)
    else { return false }
    agenda.turnsMs[speakerIndex] += ms
    agenda.extended(agenda.order[speakerIndex], byMs: ms)
    self.agenda = agenda
    return true
  }

  /// Interrupts the turn of the current speaker: the next one gets the floor, and the rest of the
  /// turn, or the minimum duration of a turn if that is more, is added at the end.
  ///
  /// - Parameter elapsedMs: the elapsed meeting time.
  /// - Returns: false, without a change, if this is the last speaker, or if the meeting already has
  ///   `maxTurns` turns.
  public mutating func postponeTurn(atMs elapsedMs: Int64) -> Bool {
    var agenda = fullAgenda
    guard !isLastSpeaker, agenda.order.indices.contains(speakerIndex),
      agenda.order.count < Self.maxTurns
    else { return false }
    let turn = schedule.turn(of: speakerIndex)
    // A turn of zero length could not be distinguished from the next one.
    let used = min(max(elapsedMs - schedule.start(of: speakerIndex), 1), turn)
    agenda.turnsMs[speakerIndex] = used
    agenda.turnsMs.append(max(turn - used, Standup.minTurnMs))
    agenda.order.append(agenda.order[speakerIndex])
    self.agenda = agenda
    speakerIndex += 1
    return true
  }

  /// Adds a turn at the end for an attendee who arrives late. It is as long as it would have been
  /// if the attendee had been present from the start, and the meeting becomes longer by the same
  /// amount of time.
  ///
  /// - Parameter attendee: an attendee who already takes part, or was left out at the start.
  /// - Returns: false, without a change, if the attendee has the floor or a turn to come, or if the
  ///   meeting would be too long or have too many turns.
  public mutating func addTurn(of attendee: Attendee) -> Bool {
    var agenda = fullAgenda
    var standup = standup
    standup.attendees.append(attendee)
    guard let place = standup.attendees.index(id: attendee.id),
      agenda.order.count < Self.maxTurns,
      !agenda.order.dropFirst(speakerIndex).contains(place)
    else { return false }
    let turn = max(standup.schedule().turn(of: place), Standup.minTurnMs)
    guard schedule.durationMs + turn <= Standup.durationsMs.upperBound else { return false }
    agenda.order.append(place)
    agenda.turnsMs.append(turn)
    agenda.mark(place, isAway: false)
    self.agenda = agenda
    self.standup = standup
    return true
  }

  /// The attendees whose turns are still to come, in the order in which they speak.
  public var coming: [Attendee] {
    let agenda = fullAgenda
    return agenda.order.indices.dropFirst(speakerIndex + 1).compactMap { index in
      let place = agenda.order[index]
      return standup.attendees.indices.contains(place) ? standup.attendees[place] : nil
    }
  }

  /// Changes the order of the turns that are still to come. Each keeps its duration.
  ///
  /// - Parameter order: the attendees of these turns, in their new order.
  /// - Returns: false, without a change, unless each of these turns is named once.
  public mutating func reorderTurns(_ order: [Attendee.ID]) -> Bool {
    var agenda = fullAgenda
    let coming = agenda.order.indices.dropFirst(speakerIndex + 1)
    guard order.count == coming.count else { return false }
    var turns: [Attendee.ID: Int] = [:]
    for index in coming where standup.attendees.indices.contains(agenda.order[index]) {
      turns[standup.attendees[agenda.order[index]].id] = index
    }
    let moved = order.compactMap { turns.removeValue(forKey: $0) }
    guard moved.count == coming.count else { return false }
    let earlier = agenda
    for (index, from) in zip(coming, moved) {
      agenda.order[index] = earlier.order[from]
      agenda.turnsMs[index] = earlier.turnsMs[from]
    }
    self.agenda = agenda
    return true
  }

  /// Attendees who were left out at the start and arrived later; nil for none.
  var late: [Attendee]? {
    guard let absent = lineup?.absent, !absent.isEmpty else { return nil }
    let late = standup.attendees.filter { absent.contains($0.id) }
    return late.isEmpty ? nil : late
  }

  /// Removes the remaining turns of an absent attendee, and shares their time among the speakers
  /// after the current one, by weight; if none is left, the current speaker gets it.
  ///
  /// - Parameters:
  ///   - attendee: the absent attendee, possibly the current speaker.
  ///   - elapsedMs: the elapsed meeting time.
  /// - Returns: false, without a change, if the attendee has no turn to come, or if no speaker
  ///   would be left.
  public mutating func dropTurns(of attendee: Attendee.ID, atMs elapsedMs: Int64) -> Bool {
    var agenda = fullAgenda
    guard let place = standup.attendees.firstIndex(where: { $0.id == attendee }),
      agenda.order.indices.contains(speakerIndex)
    else { return false }
    var freed: Int64 = 0
    for index in agenda.order.indices.reversed()
    where index > speakerIndex && agenda.order[index] == place {
      freed += agenda.turnsMs.remove(at: index)
      agenda.order.remove(at: index)
    }
    let first = speakerIndex + 1
    let speaks = agenda.order[speakerIndex] == place
    if speaks {
      guard first < agenda.order.count else { return false }
      let turn = schedule.turn(of: speakerIndex)
      let used = min(max(elapsedMs - schedule.start(of: speakerIndex), 1), turn)
      agenda.turnsMs[speakerIndex] = used
      freed += turn - used
    }
    guard freed > 0 else { return false }
    let heirs = first < agenda.order.count ? first..<agenda.order.count : speakerIndex..<first
    let shares = heirs.map { Int64(standup.attendees[agenda.order[$0]].share) }
    let whole = shares.reduce(0, +)
    let parts = shares.map { Int64(Int128(freed) * Int128($0) / Int128(whole)) }
    // Rounding leaves less than one millisecond per speaker.
    let rest = freed - parts.reduce(0, +)
    for (position, index) in heirs.enumerated() {
      agenda.turnsMs[index] += parts[position] + (Int64(position) < rest ? 1 : 0)
    }
    agenda.mark(place, isAway: true)
    self.agenda = agenda
    if speaks { speakerIndex = first }
    return true
  }
}
