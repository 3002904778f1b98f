import Standups
import StandupsAPI

/// Standups of a file, merged with those that exist here.
extension StandupsReduction {
  /// Adds a standup of a file to a decision, unless the existing one is kept.
  ///
  /// - Parameter team: the team of a new standup; nil for `default`.
  mutating func merge(
    _ element: StandupWithMeetings, _ existing: ImportStandups.Existing, _ team: String?,
    _ found: FoundMeetings, in decision: inout Decision, _ operation: Operation
  ) throws -> MergeOutcome {
    var element = element
    if element.standup.attendees.isEmpty {
      element.standup.attendees = element.standup.attendees.saved(uuid: reducer.uuid)
    }
    guard var record = known(element.id, operation) else {
      try refuseExisting(element.id)
      element.standup.team = team
      try add(element, to: &decision, operation)
      return .created
    }
    guard existing == .replace else { return .kept }
    element.standup.revision = record.standup.revision
    element.standup.team = record.standup.team
    // A file from the apps does not have these values.
    element.standup.warnMs = element.standup.warnMs ?? record.standup.warnMs
    element.standup.mayRunOver = element.standup.mayRunOver ?? record.standup.mayRunOver
    element.standup.language = element.standup.language ?? record.standup.language
    element.standup.isArchived = element.standup.isArchived ?? record.standup.isArchived
    // A standup in a meeting cannot be archived.
    if state.saved.live[element.id] != nil { element.standup.isArchived = nil }
    let linked = element.standup.attendees.persons
    for known in record.standup.attendees {
      guard var attendee = element.standup.attendees[id: known.id] else { continue }
      attendee.weight = attendee.weight ?? known.weight
      attendee.absentUntilMs = attendee.absentUntilMs ?? known.absentUntilMs
      if attendee.person == nil, let person = known.person, !linked.contains(person) {
        attendee.person = person
      }
      element.standup.attendees[id: known.id] = attendee
    }
    let isChanged = element.standup != record.standup
    if isChanged {
      element.standup.countChange()
      record.standup = element.standup
      decision.events.append(
        try event(StandupUpdated(standup: element.standup), standup: element.id, operation))
    }
    try add(element.meetings, to: &record, found, isChanged: isChanged, in: &decision, operation)
    return .replaced
  }

  /// Adds meetings of a file to an existing standup. Meetings and values that the file lacks are
  /// left unchanged.
  ///
  /// - Parameter isChanged: whether the standup must be saved in any case.
  func add(
    _ meetings: [Meeting], to record: inout StandupRecord, _ found: FoundMeetings, isChanged: Bool,
    in decision: inout Decision, _ operation: Operation
  ) throws {
    let new = meetings.filter { $0.part == nil && !found.here.contains($0.id) }
    record.add(new)
    if isChanged || !new.isEmpty { decision.changes.append(.putStandup(record)) }
    for meeting in meetings {
      let isHere = meeting.part == nil && found.here.contains(meeting.id)
      guard let saved = isHere ? found.changed[meeting.id] : meeting else { continue }
      decision.changes += Change.laterParts(
        of: saved.id, isHere ? found.parts[saved.id] ?? 1 : 1, behind: saved.parts ?? 1)
      try add(saved, of: record.id, to: &decision, operation)
    }
  }

  /// Adds a new standup with its past meetings to a decision.
  mutating func add(
    _ value: StandupWithMeetings, to decision: inout Decision, _ operation: Operation
  ) throws {
    let record = StandupRecord(value, sortKey: nextSortKey())
    decision.changes.append(.addStandup(record))
    decision.events.append(
      try event(StandupCreated(standup: value.standup), standup: value.id, operation))
    for meeting in value.meetings {
      try add(meeting, of: value.id, to: &decision, operation)
    }
  }

  /// Adds a past meeting from elsewhere to a decision.
  func add(
    _ meeting: Meeting, of standup: Standup.ID, to decision: inout Decision, _ operation: Operation
  ) throws {
    decision.changes.append(.putMeeting(meeting, of: standup))
    decision.changes += (meeting.notes ?? []).filter(\.isOpen).map { .putFollowUp($0, of: standup) }
    decision.events.append(
      try event(
        MeetingImported(meeting: meeting.imported), standup: standup, meeting: meeting.id,
        operation))
  }

  /// The outcome for a standup of a file.
  enum MergeOutcome { case created, replaced, kept }
}
