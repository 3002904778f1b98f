import Bus
import Documents
import Standups
import StandupsAPI

/// Follow-ups. While a meeting is live, its follow-ups are in the session, and after that in the
/// past meeting. Open ones are then saved separately as well, where the next meeting finds them.
extension StandupsReduction {
  /// The query for the open follow-ups of a standup, oldest first.
  static func openFollowUps(of standup: Standup.ID) -> DocumentQuery {
    DocumentQuery(
      collection: Collection.followUps, parent: standup.description, limit: 2 * FollowUp.maxOpen)
  }

  /// Decodes the follow-ups of a page. Unreadable ones are skipped, and stay unchanged.
  mutating func followUps(in documents: [Document]) -> [FollowUp] {
    documents.compactMap { document in
      do {
        return try document.value(as: FollowUp.self)
      } catch {
        note(unreadable: document, error)
        return nil
      }
    }
  }

  // MARK: Noting

  mutating func note(_ operation: Operation, _ command: NoteFollowUp) throws {
    _ = try record(command.standup, operation)
    guard (command.text == nil) == (command.last == true) else {
      throw BusError(
        .invalid, "Invalid follow-up; expected either “text” or “last”.",
        detail: ["member": "text"])
    }
    if let text = command.text, FollowUp.text(text) == nil {
      throw BusError(
        .invalid,
        "A follow-up must not be blank or longer than \(FollowUp.longestText) characters; this one has"
          + " \(text.unicodeScalars.count).", detail: ["member": "text"])
    }
    let live = state.saved.live[command.standup]
    guard let meeting = command.meeting ?? live else {
      throw BusError(
        .conflict,
        "This standup is not in a meeting; specify the past meeting that the follow-up belongs to.",
        detail: ["standup": "\(command.standup)"])
    }
    guard meeting != live else {
      // Checks the command before anything is read.
      _ = try noted(in: try session(meeting), operation, command)
      return count(operation, command, past: nil)
    }
    guard command.last != true else {
      throw BusError(
        .invalid, "“last” works only in a live meeting; specify “text” instead.",
        detail: ["member": "last"])
    }
    step(operation.id, .loading(.noted))
    effects.append(
      .load(
        operation.id, DocumentQuery(collection: Collection.meetings, id: meeting.description)))
  }

  private mutating func count(
    _ operation: Operation, _ command: NoteFollowUp, past: Meeting?
  ) {
    step(operation.id, .loading(.open(past)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.followUps, parent: command.standup.description, limit: 1,
          counts: true)))
  }

  mutating func foundNoted(
    _ operation: Operation, _ command: NoteFollowUp, _ page: DocumentPage
  ) throws {
    let found = page.documents.filter { $0.parent == command.standup.description }
    guard let past = meetings(in: found).first else {
      let id = command.meeting.map(\.description) ?? ""
      throw BusError(
        .notFound, "The standup has no meeting \(id).", detail: ["meeting": id])
    }
    _ = try noted(in: past, operation, command)
    count(operation, command, past: past)
  }

  mutating func foundOpen(
    _ operation: Operation, _ command: NoteFollowUp, _ past: Meeting?, _ page: DocumentPage
  ) throws {
    let live = try state.saved.live[command.standup].map { try self.session($0) }
    let open = (page.total ?? 0) + (live?.notes ?? []).count(where: \.isOpen)
    guard open < FollowUp.maxOpen else {
      throw BusError(
        .conflict,
        "This standup already has \(open) open follow-ups (maximum: \(FollowUp.maxOpen)); mark some as"
          + " done first.",
        detail: ["standup": "\(command.standup)"])
    }
    if var past {
      let followUp = try noted(in: past, operation, command)
      past.notes = (past.notes ?? []) + [followUp]
      return try decide(
        operation, followUp,
        [.putMeeting(past, of: command.standup), .putFollowUp(followUp, of: command.standup)])
    }
    guard var session = live else { throw Self.isOver(command) }
    let followUp = try noted(in: session, operation, command)
    session.notes = (session.notes ?? []) + [followUp]
    try decide(operation, followUp, [.putState(session.state, of: session.id)])
  }

  private mutating func decide(
    _ operation: Operation, _ followUp: FollowUp, _ changes: [Change]
  ) throws {
    guard case .note(let command) = operation.command else { return }
    try decide(
      operation,
      Decision(
        changes,
        events: [
          try event(
            MeetingNoted(followUp: followUp), standup: command.standup, meeting: followUp.meeting,
            operation)
        ],
        reply: .followUp(followUp)))
  }

  private static func isOver(_ command: NoteFollowUp) -> BusError {
    BusError(
      .conflict, "The meeting is over; specify the past meeting that the follow-up belongs to.",
      detail: ["standup": "\(command.standup)"])
  }

  // MARK: Content

  private func noted(
    in session: MeetingSession, _ operation: Operation, _ command: NoteFollowUp
  ) throws -> FollowUp {
    guard session.startedAt != nil else {
      throw BusError(
        .conflict, "The meeting has not started yet.", detail: ["meeting": "\(session.id)"])
    }
    let speaker = session.attendee(at: session.speakerIndex)
    let attendee = try attendee(
      command.attendee ?? speaker.id, among: session.standup.attendees, operation, command)
    var text = command.text
    if command.last == true {
      text = session.segments.last { $0.attendee == attendee.id }
        .flatMap { FollowUp.text(saying: $0.text) }
      guard text != nil else {
        throw BusError(
          .conflict, "The transcript has nothing from \(attendee.displayName) yet.",
          detail: ["meeting": "\(session.id)"])
      }
    }
    return try fitting(
      followUp(text ?? "", of: attendee, in: session.id), beside: session.notes ?? [])
  }

  private func noted(
    in meeting: Meeting, _ operation: Operation, _ command: NoteFollowUp
  ) throws -> FollowUp {
    guard let id = command.attendee else {
      throw BusError(
        .invalid, "A past meeting has no current speaker; specify “attendee”.",
        detail: ["member": "attendee"])
    }
    let speakers = meeting.segments.map { Attendee(id: $0.attendee, name: $0.speaker) }
    let attendee = try attendee(id, among: meeting.attendees ?? speakers, operation, command)
    return try fitting(
      followUp(command.text ?? "", of: attendee, in: meeting.id), beside: meeting.notes ?? [])
  }

  /// Finds an attendee who took part in the meeting, or is in the standup now.
  private func attendee(
    _ id: Attendee.ID, among people: some Sequence<Attendee>, _ operation: Operation,
    _ command: NoteFollowUp
  ) throws -> Attendee {
    let today = try record(command.standup, operation).standup.attendees
    guard let attendee = people.first(where: { $0.id == id }) ?? today.first(where: { $0.id == id })
    else {
      throw BusError(
        .invalid, "“\(id)” is an attendee of neither the meeting nor the standup.",
        detail: ["member": "attendee"])
    }
    return attendee
  }

  private func followUp(
    _ text: String, of attendee: Attendee, in meeting: Meeting.ID
  ) -> FollowUp {
    FollowUp(
      id: FollowUp.ID(reducer.uuid()), attendee: attendee.participant,
      text: FollowUp.text(text) ?? "",
      meeting: meeting, atMs: nowMs)
  }

  private func fitting(_ followUp: FollowUp, beside others: [FollowUp]) throws -> FollowUp {
    guard others.count < FollowUp.maxInMeeting,
      (others + [followUp]).estimatedBytes <= FollowUp.maxBytesInMeeting
    else {
      throw BusError(
        .conflict, "This meeting has too many follow-ups; \(FollowUp.limit).",
        detail: ["meeting": "\(followUp.meeting)"])
    }
    return followUp
  }

  // MARK: Listing

  mutating func listFollowUps(_ operation: Operation, _ command: ListFollowUps) throws {
    _ = try record(command.standup, operation)
    step(operation.id, .loading(.followUps))
    effects.append(.load(operation.id, Self.openFollowUps(of: command.standup)))
  }

  mutating func foundFollowUps(
    _ operation: Operation, _ command: ListFollowUps, _ page: DocumentPage
  ) {
    let session = state.saved.live[command.standup].flatMap { state.saved.sessions[id: $0] }
    let open = followUps(in: page.documents)
    let known = Set(open.map(\.id))
    let live = (session?.notes ?? []).filter { $0.isOpen && !known.contains($0.id) }
    finish(operation.id, .success(.followUps(.init(followUps: open + live))))
  }

  // MARK: Finishing

  mutating func finishFollowUp(_ operation: Operation, _ command: FinishFollowUp) throws {
    _ = try record(command.standup, operation)
    if let id = state.saved.live[command.standup],
      let index = try session(id).notes?.firstIndex(where: { $0.id == command.followUp })
    {
      var session = try session(id)
      guard var followUp = session.notes?[index], followUp.isOpen else {
        throw Self.isDone(command)
      }
      followUp.doneMs = nowMs
      session.notes?[index] = followUp
      return try decideDone(operation, followUp, [.putState(session.state, of: session.id)])
    }
    step(operation.id, .loading(.finished))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.followUps, id: command.followUp.description)))
  }

  mutating func foundFinished(
    _ operation: Operation, _ command: FinishFollowUp, _ page: DocumentPage
  ) throws {
    let found = page.documents.filter { $0.parent == command.standup.description }
    guard let followUp = followUps(in: found).first else { throw Self.isDone(command) }
    step(operation.id, .loading(.finishedIn(followUp)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.meetings, id: followUp.meeting.description)))
  }

  /// Marks the follow-up as done. An unreadable meeting stays unchanged.
  mutating func foundFinishedIn(
    _ operation: Operation, _ followUp: FollowUp, _ page: DocumentPage
  ) throws {
    guard case .finishFollowUp(let command) = operation.command else { return }
    var followUp = followUp
    followUp.doneMs = nowMs
    var changes = [Change.removeFollowUp(followUp.id)]
    let found = page.documents.filter { $0.parent == command.standup.description }
    if var meeting = meetings(in: found).first,
      let index = meeting.notes?.firstIndex(where: { $0.id == followUp.id })
    {
      meeting.notes?[index].doneMs = followUp.doneMs
      changes.append(.putMeeting(meeting, of: command.standup))
    }
    try decideDone(operation, followUp, changes)
  }

  private mutating func decideDone(
    _ operation: Operation, _ followUp: FollowUp, _ changes: [Change]
  ) throws {
    guard case .finishFollowUp(let command) = operation.command else { return }
    let done = try NewEvent(
      FollowUpDone(followUp), id: reducer.eventID(),
      about: command.standup.description, standup: command.standup.description,
      meeting: state.saved.live[command.standup]?.description, time: reducer.date(),
      traceparent: operation.header?.traceparent?.text)
    try decide(operation, Decision(changes, events: [done], reply: .followUp(followUp)))
  }

  private static func isDone(_ command: FinishFollowUp) -> BusError {
    BusError(
      .notFound, "The standup has no open follow-up \(command.followUp).",
      detail: ["followUp": "\(command.followUp)"])
  }
}
