import Bus
import Documents
import FastJSON
import Standups
import StandupsAPI

/// Corrections of transcripts: of past meetings, and of the speakers of lines in live ones.
extension StandupsReduction {
  mutating func correct(_ operation: Operation, _ command: CorrectLine) throws {
    _ = try record(command.standup, operation)
    try Self.check(command)
    guard state.saved.live[command.standup] != command.meeting else {
      return try correctLive(operation, command)
    }
    step(operation.id, .loading(.correctedMeeting))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.meetings, id: command.meeting.description)))
  }

  private static func check(_ command: CorrectLine) throws {
    let isHeard = command.isHeard == true
    guard isHeard != (command.text != nil || command.attendee != nil) else {
      throw BusError(
        .invalid, "Invalid correction; expected “text”, “attendee” or both, or else “isHeard”.",
        detail: ["member": "text"])
    }
    if let text = command.text, Segment.corrected(text) == nil {
      throw BusError(
        .invalid,
        "Invalid words; expected 1 to \(Segment.maxCorrectedBytes) bytes in one line, without control"
          + " characters, and without ❌ or 🔇 at the end.", detail: ["member": "text"])
    }
  }

  /// Gives a line of a live meeting to another attendee. Its words may still be recognised differently, and are
  /// corrected when the meeting is over.
  private mutating func correctLive(_ operation: Operation, _ command: CorrectLine) throws {
    guard command.text == nil, command.isHeard != true, let id = command.attendee,
      let session = state.saved.sessions[id: command.meeting]
    else {
      throw BusError(
        .conflict,
        "This meeting is still live; only the speaker of a line can be corrected until it is over.",
        detail: ["meeting": "\(command.meeting)"])
    }
    guard let attendee = session.standup.attendees[id: id] else {
      throw BusError(
        .invalid, "“\(id)” is not an attendee of the meeting.", detail: ["member": "attendee"])
    }
    func isSame(_ segment: Segment) -> Bool {
      segment.fromMs == command.was.fromMs && segment.text == command.was.text
    }
    // A line that was accepted late may have moved it.
    let known = session.segments.indices.contains(command.line) ? command.line : nil
    let position =
      known.flatMap { isSame(session.segments[$0]) ? $0 : nil }
      ?? session.segments.firstIndex(where: isSame)
    guard command.part ?? 1 == 1, let position else { throw Self.noLine(command) }
    let line = session.segments[position]
    // Another client may have made the same correction.
    if line.attendee == id {
      return try finishUnchanged(
        operation, .line(.init(meeting: command.meeting, segment: line)))
    }
    guard line.attendee == command.was.attendee,
      let corrected = session.corrected(at: position, to: attendee)
    else {
      throw BusError(
        .conflict, "Someone else has changed this line in the meantime. Read it again.",
        detail: ["meeting": "\(command.meeting)"])
    }
    var event = MeetingLineReassigned(corrected)
    event.by = operation.person
    try decide(
      operation,
      Decision(
        [.reassignLine(corrected, of: command.meeting)],
        events: [try self.event(event, of: session, operation)],
        reply: .line(.init(meeting: command.meeting, segment: corrected.line.segment))))
  }

  mutating func foundCorrected(
    _ operation: Operation, _ command: CorrectLine, _ page: DocumentPage
  ) throws {
    let meeting = try corrected(command, page)
    guard let part = command.part, part != 1 else {
      return try correct(operation, command, meeting, first: meeting)
    }
    guard (1...max(1, meeting.parts ?? 1)).contains(part) else { throw Self.noLine(command) }
    step(operation.id, .loading(.correctedPart(meeting)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.parts, id: Change.part(part, of: command.meeting))))
  }

  mutating func foundCorrectedPart(
    _ operation: Operation, _ command: CorrectLine, first: Meeting, _ page: DocumentPage
  ) throws {
    try correct(operation, command, try corrected(command, page), first: first)
  }

  private mutating func corrected(_ command: CorrectLine, _ page: DocumentPage) throws -> Meeting {
    let found = page.documents.filter { $0.parent == command.standup.description }
    guard let meeting = meetings(in: found).first else {
      throw BusError(
        .notFound, "The standup has no past meeting \(command.meeting).",
        detail: ["meeting": "\(command.meeting)"])
    }
    return meeting
  }

  private static func noLine(_ command: CorrectLine) -> BusError {
    BusError(
      .notFound, "The transcript has no line \(command.line) in part \(command.part ?? 1).",
      detail: ["meeting": "\(command.meeting)"])
  }

  /// Corrects a line of a part, which is the meeting itself if it has only one.
  private mutating func correct(
    _ operation: Operation, _ command: CorrectLine, _ part: Meeting, first: Meeting
  ) throws {
    guard part.segments.indices.contains(command.line) else { throw Self.noLine(command) }
    let line = part.segments[command.line]
    let corrected = try Self.corrected(
      line, command, among: try people(operation, command, part, first: first))
    let isCurrent = line.fromMs == command.was.fromMs
    // Another client may have made the same correction.
    if corrected == line, isCurrent {
      return try finishUnchanged(
        operation, .line(.init(meeting: command.meeting, segment: line)))
    }
    guard isCurrent, CorrectLine.Line(line) == command.was else {
      throw BusError(
        .conflict, "Someone else has changed this line in the meantime. Read it again.",
        detail: ["meeting": "\(command.meeting)"])
    }
    guard let meeting = part.replacing(command.line, with: corrected) else {
      throw BusError(
        .conflict,
        "The transcript of this meeting does not consist of its lines, because it was edited elsewhere;"
          + " they cannot be corrected.", detail: ["meeting": "\(command.meeting)"])
    }
    let bytes = meeting.segmentBytes
    guard bytes <= Meeting.maxCorrectedPartBytes || bytes <= part.segmentBytes else {
      throw BusError(
        .conflict,
        "This transcript has too many corrections; with the recognised lines, a part of it can have at most"
          + " \(Meeting.maxCorrectedPartBytes) bytes. Restore a corrected line first.",
        detail: ["meeting": "\(command.meeting)"])
    }
    try decide(
      operation,
      Decision(
        [.putMeeting(meeting, of: command.standup)],
        events: [
          try event(
            MeetingLineCorrected(
              part: part.part, line: command.line, segment: corrected, by: operation.person),
            standup: command.standup, meeting: command.meeting, operation)
        ],
        reply: .line(.init(meeting: command.meeting, segment: corrected))))
  }

  /// The people to whom the line can be reassigned. All of them are in the meeting, so that an erasure of
  /// a person finds every correction that names them.
  private func people(
    _ operation: Operation, _ command: CorrectLine, _ part: Meeting, first: Meeting
  ) throws -> [Attendee] {
    let known = first.possibleSpeakers + part.possibleSpeakers
    // The events of such a meeting are erased with any person.
    guard first.attendees == nil else { return known }
    return known + (try record(command.standup, operation)).standup.attendees
  }

  private static func corrected(
    _ line: Segment, _ command: CorrectLine, among people: [Attendee]
  ) throws -> Segment {
    guard command.isHeard != true else { return line.asHeard }
    var attendee: Attendee?
    if let id = command.attendee, id != line.attendee {
      attendee = people.first { $0.id == id }
      guard attendee != nil else {
        throw BusError(
          .invalid, "“\(id)” is not an attendee of the meeting.", detail: ["member": "attendee"])
      }
    }
    return line.corrected(text: command.text.flatMap { Segment.corrected($0) }, attendee: attendee)
  }
}
