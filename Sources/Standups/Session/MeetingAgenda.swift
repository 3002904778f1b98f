public import Countdown

extension Standup {
  /// Who speaks when: the time is split by the weights of the attendees. A standup without attendees has one speaker.
  ///
  /// - Parameter agenda: of its meeting, if it has one of its own.
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

  /// How long before the end of a turn its speaker is warned, in milliseconds; nil for not at all.
  ///
  /// - Parameter turnMs: how long the turn is; one that is no longer than the warning gets none.
  public func warns(ofTurn turnMs: Int64) -> Int64? {
    warnMs.flatMap { $0 < turnMs ? $0 : nil }
  }

  /// Who takes the turn at that position; nil if there is none.
  ///
  /// - Parameter agenda: of its meeting, if it has one of its own.
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
  /// Who has which turn, and for how long, where that is not as the standup says: somebody got more time, or comes
  /// back at the end.
  public struct Agenda: Codable, Hashable, Sendable {
    /// The places of the speakers among the standup's attendees, one for each turn. Somebody may have several.
    public var order: [Int]
    /// How long each turn is, in milliseconds.
    public var turnsMs: [Int64]

    /// An agenda; both must have an element for each turn.
    public init(order: [Int], turnsMs: [Int64]) {
      self.order = order
      self.turnsMs = turnsMs
    }
  }

  /// How many turns a meeting may have; as many as a standup has attendees at most.
  public static let maxTurns = Standup.maxAttendees

  /// The agenda, also where nothing has changed it.
  public var fullAgenda: Agenda {
    let schedule = schedule
    return agenda
      ?? Agenda(
        order: Array(0..<schedule.speakers),
        turnsMs: (0..<schedule.speakers).map(schedule.turn(of:)))
  }

  /// When the one who has the floor is to be warned, and the end of that turn, in milliseconds of meeting time.
  ///
  /// - Parameter elapsedMs: the elapsed meeting time.
  /// - Returns: nil where nobody is to be warned of this turn, was warned already, or by now it is over.
  public func warning(atMs elapsedMs: Int64) -> (fromMs: Int64, endMs: Int64)? {
    guard standup.warnMs != nil, overMs == nil else { return nil }
    let schedule = schedule
    let end = schedule.start(of: speakerIndex + 1)
    guard elapsedMs < end, warnedMs != end,
      let warnMs = standup.warns(ofTurn: schedule.turn(of: speakerIndex))
    else { return nil }
    return (end - warnMs, end)
  }

  /// Gives more time to the one who has the floor. The meeting ends so much later.
  ///
  /// - Parameter ms: milliseconds, 1 or more.
  /// - Returns: false if the meeting would be longer than a standup may be; nothing has changed then.
  public mutating func extendTurn(byMs ms: Int64) -> Bool {
    var agenda = fullAgenda
    let duration = schedule.durationMs.addingReportingOverflow(ms)
    guard ms >= 1, !duration.overflow, duration.partialValue <= Standup.durationsMs.upperBound,
      agenda.turnsMs.indices.contains(speakerIndex)
    else { return false }
    agenda.turnsMs[speakerIndex] += ms
    self.agenda = agenda
    return true
  }

  /// Ends the turn of the one who has the floor for now: the next one speaks, and what is left of the turn, or the
  /// least that a turn may be, comes at the end.
  ///
  /// - Parameter elapsedMs: the elapsed meeting time.
  /// - Returns: false if nobody speaks after this one, or there are too many turns; nothing has changed then.
  public mutating func postponeTurn(atMs elapsedMs: Int64) -> Bool {
    var agenda = fullAgenda
    guard !isLastSpeaker, agenda.order.indices.contains(speakerIndex),
      agenda.order.count < Self.maxTurns
    else { return false }
    let turn = schedule.turn(of: speakerIndex)
    // A turn of no time at all could not be told from the next one.
    let used = min(max(elapsedMs - schedule.start(of: speakerIndex), 1), turn)
    agenda.turnsMs[speakerIndex] = used
    agenda.turnsMs.append(max(turn - used, Standup.minTurnMs))
    agenda.order.append(agenda.order[speakerIndex])
    self.agenda = agenda
    speakerIndex += 1
    return true
  }

  /// Gives a turn at the end to somebody who comes late: as long as it would have been with all who are there then, so
  /// the meeting ends so much later.
  ///
  /// - Parameter attendee: one who takes part already, or was left out at the start.
  /// - Returns: false if this one has the floor or a turn to come, or the meeting would be longer or have more turns than
  ///   it may; nothing has changed then.
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
    self.agenda = agenda
    self.standup = standup
    return true
  }

  /// Those who were left out at the start and came later; nil for nobody.
  var late: [Attendee]? {
    guard let absent = lineup?.absent, !absent.isEmpty else { return nil }
    let late = standup.attendees.filter { absent.contains($0.id) }
    return late.isEmpty ? nil : late
  }

  /// Takes the turns that somebody still has, who is not there, and shares their time among those who are still to
  /// speak, by their weights; where nobody is, the one who has the floor gets it.
  ///
  /// - Parameters:
  ///   - attendee: who is not there, and may have the floor.
  ///   - elapsedMs: the elapsed meeting time.
  /// - Returns: false if this one has no turn to come, or nobody would be left; nothing has changed then.
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
    // What the rounding left is less than one millisecond for each of them.
    let rest = freed - parts.reduce(0, +)
    for (position, index) in heirs.enumerated() {
      agenda.turnsMs[index] += parts[position] + (Int64(position) < rest ? 1 : 0)
    }
    self.agenda = agenda
    if speaks { speakerIndex = first }
    return true
  }
}
