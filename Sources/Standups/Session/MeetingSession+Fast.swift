import Countdown
public import FastJSON

extension MeetingSession: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""agenda":"#, agenda)
    writer.member(#""clock":"#, clock)
    writer.member(#""destination":"#, destination)
    writer.member(#""floor":"#, floor)
    writer.member(#""heard":"#, heard)
    writer.member(#""heardLines":"#, heardLines)
    writer.member(#""id":"#, id)
    writer.member(#""isRecording":"#, isRecording)
    writer.member(#""lineup":"#, lineup)
    if let notes { writer.member(#""notes":"#, notes) }
    writer.member(#""overMs":"#, overMs)
    writer.member(#""segments":"#, segments)
    writer.member(#""speakerIndex":"#, speakerIndex)
    writer.member(#""standup":"#, standup)
    writer.member(#""startedAt":"#, startedAt)
    writer.member(#""transcript":"#, transcript)
    writer.member(#""warnedMs":"#, warnedMs)
    writer.close()
  }

  /// Reads a session.
  ///
  /// - Returns: nil if a required member is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> MeetingSession? {
    var (id, standup, clock): (ID?, Standup?, CountdownClock?)
    var (startedAt, speakerIndex, heard): (ClockReading?, Int?, Heard?)
    var (floor, segments, heardLines): ([FloorChange]?, [Segment]?, [String]?)
    var (transcript, isRecording): (String?, Bool?)
    var (agenda, destination): (Agenda?, Destination?)
    var (lineup, warnedMs, overMs): (Lineup?, Int64?, Int64?)
    var notes: [FollowUp]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "agenda": reader.value(into: &agenda)
      case "clock": reader.value(into: &clock)
      case "destination": reader.value(into: &destination)
      case "floor": reader.values(into: &floor)
      case "heard": reader.value(into: &heard)
      case "heardLines": reader.strings(into: &heardLines)
      case "id": reader.value(into: &id)
      case "isRecording": reader.bool(into: &isRecording)
      case "lineup": reader.value(into: &lineup)
      case "notes": reader.values(into: &notes)
      case "overMs": reader.integer(into: &overMs)
      case "segments": reader.values(into: &segments)
      case "speakerIndex": reader.integer(into: &speakerIndex)
      case "standup": reader.value(into: &standup)
      case "startedAt": reader.value(into: &startedAt)
      case "transcript": reader.string(into: &transcript)
      case "warnedMs": reader.integer(into: &warnedMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let standup, let clock, let speakerIndex, let floor, let segments,
      let heardLines, let transcript, let isRecording
    else { return nil }
    return MeetingSession(
      id: id, standup: standup, lineup: lineup, startedAt: startedAt, clock: clock,
      speakerIndex: speakerIndex,
      floor: floor, segments: segments, heardLines: heardLines, heard: heard,
      transcript: transcript, agenda: agenda, warnedMs: warnedMs, overMs: overMs, notes: notes,
      isRecording: isRecording,
      destination: destination)
  }
}

extension MeetingSession.Agenda: FastCodable {
  /// Writes `order` and `turnsMs`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""order":"#, order)
    writer.member(#""turnsMs":"#, turnsMs)
    writer.close()
  }

  /// Reads an agenda.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (order, turnsMs): ([Int]?, [Int64]?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "order": reader.integers(into: &order)
      case "turnsMs": reader.integers(into: &turnsMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let order, let turnsMs else { return nil }
    return Self(order: order, turnsMs: turnsMs)
  }
}

extension MeetingSession.Lineup: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""absent":"#, absent)
    writer.member(#""order":"#, order.rawValue)
    writer.member(#""seed":"#, seed)
    writer.close()
  }

  /// Reads a lineup.
  ///
  /// - Returns: nil if `absent` or `order` is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var absent: [Attendee.ID]?
    var order: String?
    var seed: Int64?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "absent": reader.values(into: &absent)
      case "order": reader.string(into: &order)
      case "seed": reader.integer(into: &seed)
      default: reader.skip()
      }
    }
    guard isRead != nil, let absent, let order = order.flatMap(Order.init(rawValue:)) else {
      return nil
    }
    return Self(absent: absent, order: order, seed: seed)
  }
}

extension MeetingSession.FloorChange: FastCodable {
  /// Writes all members, sorted by name.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""isRunning":"#, isRunning)
    writer.member(#""sinceMs":"#, sinceMs)
    writer.member(#""speakerIndex":"#, speakerIndex)
    writer.close()
  }

  /// Reads an entry of the floor log.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (sinceMs, elapsedMs): (Int64?, Int64?)
    var (speakerIndex, isRunning): (Int?, Bool?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "elapsedMs": reader.integer(into: &elapsedMs)
      case "isRunning": reader.bool(into: &isRunning)
      case "sinceMs": reader.integer(into: &sinceMs)
      case "speakerIndex": reader.integer(into: &speakerIndex)
      default: reader.skip()
      }
    }
    guard isRead != nil, let sinceMs, let elapsedMs, let speakerIndex, let isRunning else {
      return nil
    }
    return Self(
      sinceMs: sinceMs, elapsedMs: elapsedMs, speakerIndex: speakerIndex, isRunning: isRunning)
  }
}

extension MeetingSession.Heard: FastCodable {
  /// Writes `stream` and `untilMs`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""stream":"#, stream)
    writer.member(#""untilMs":"#, untilMs)
    writer.close()
  }

  /// Reads the position up to which speech was recognised.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (stream, untilMs): (String?, Int64?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "stream": reader.string(into: &stream)
      case "untilMs": reader.integer(into: &untilMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let stream, let untilMs else { return nil }
    return Self(stream: stream, untilMs: untilMs)
  }
}

extension Segment: FastCodable {
  /// Writes all members, sorted by name.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""attendee":"#, attendee)
    writer.member(#""fromMs":"#, fromMs)
    writer.member(#""speaker":"#, speaker)
    writer.member(#""text":"#, text)
    writer.member(#""toMs":"#, toMs)
    writer.close()
  }

  /// Reads a segment.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Segment? {
    var attendee: Attendee.ID?
    var (speaker, text): (String?, String?)
    var (fromMs, toMs): (Int64?, Int64?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "attendee": reader.value(into: &attendee)
      case "fromMs": reader.integer(into: &fromMs)
      case "speaker": reader.string(into: &speaker)
      case "text": reader.string(into: &text)
      case "toMs": reader.integer(into: &toMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let attendee, let speaker, let fromMs, let toMs, let text else {
      return nil
    }
    return Segment(attendee: attendee, speaker: speaker, fromMs: fromMs, toMs: toMs, text: text)
  }
}

extension MeetingSession.Destination: FastCodable {
  /// Writes `{"alert": {…}}`, with the alert in the format of its synthesised `Codable`.
  public func write(to writer: inout JSONWriter) {
    let alert =
      switch self {
      case .alert(let alert): alert
      }
    writer.raw(#"{"alert":{"#)
    switch alert {
    case .speechAuthorization: writer.raw(#""speechAuthorization":{}"#)
    case .speechDenied: writer.raw(#""speechDenied":{}"#)
    case .paused: writer.raw(#""paused":{}"#)
    case .speechRestricted(let reason):
      writer.raw(#""speechRestricted":{"reason":"#)
      writer.string(reason)
      writer.close()
    case .endMeeting(let isDiscardable):
      writer.raw(#""endMeeting":{"isDiscardable":"#)
      writer.bool(isDiscardable)
      writer.close()
    case .speechFailed(let reason):
      writer.raw(#""speechFailed":{"reason":"#)
      writer.string(reason)
      writer.close()
    }
    writer.close()
    writer.close()
  }

  /// Reads the screen over a meeting.
  ///
  /// - Returns: nil if the alert is unknown or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var alert: MeetingSession.Alert?
    let isRead: Void? = reader.object { reader, name in
      guard "alert" ~= name else { return reader.skip() }
      return reader.object { reader, name in
        alert = self.alert(name, &reader)
        return alert != nil
      } != nil
    }
    return isRead == nil ? nil : alert.map { .alert($0) }
  }

  private static func alert(
    _ name: JSONName, _ reader: inout JSONReader
  ) -> MeetingSession.Alert? {
    var (reason, isDiscardable): (String?, Bool?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "reason": reader.string(into: &reason)
      case "isDiscardable": reader.bool(into: &isDiscardable)
      default: reader.skip()
      }
    }
    guard isRead != nil else { return nil }
    return switch name {
    case "speechAuthorization": .speechAuthorization
    case "speechDenied": .speechDenied
    case "paused": .paused
    case "speechRestricted": reason.map { .speechRestricted(reason: $0) }
    case "endMeeting": isDiscardable.map { .endMeeting(isDiscardable: $0) }
    case "speechFailed": reason.map { .speechFailed(reason: $0) }
    default: nil
    }
  }
}
