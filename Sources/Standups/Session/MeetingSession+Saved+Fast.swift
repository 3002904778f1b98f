import Countdown
public import FastJSON

extension MeetingSession.State: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""agenda":"#, agenda)
    writer.member(#""clock":"#, clock)
    writer.member(#""destination":"#, destination)
    writer.member(#""floor":"#, floor)
    writer.member(#""isRecording":"#, isRecording)
    if let late { writer.member(#""late":"#, late) }
    writer.member(#""mark":"#, mark?.rawValue)
    if let notes { writer.member(#""notes":"#, notes) }
    writer.member(#""overMs":"#, overMs)
    writer.member(#""speakerIndex":"#, speakerIndex)
    writer.member(#""startedAt":"#, startedAt)
    writer.member(#""warnedMs":"#, warnedMs)
    writer.close()
  }

  /// Reads the state of a meeting.
  ///
  /// - Returns: nil if a required member is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (startedAt, clock): (ClockReading?, CountdownClock?)
    var (speakerIndex, floor): (Int?, [MeetingSession.FloorChange]?)
    var isRecording: Bool?
    var mark: String?
    var (agenda, warnedMs, overMs): (MeetingSession.Agenda?, Int64?, Int64?)
    var notes: [FollowUp]?
    var destination: MeetingSession.Destination?
    var late: [Attendee]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "agenda": reader.value(into: &agenda)
      case "clock": reader.value(into: &clock)
      case "destination": reader.value(into: &destination)
      case "floor": reader.values(into: &floor)
      case "isRecording": reader.bool(into: &isRecording)
      case "late": reader.values(into: &late)
      case "mark": reader.string(into: &mark)
      case "notes": reader.values(into: &notes)
      case "overMs": reader.integer(into: &overMs)
      case "speakerIndex": reader.integer(into: &speakerIndex)
      case "startedAt": reader.value(into: &startedAt)
      case "warnedMs": reader.integer(into: &warnedMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let clock, let speakerIndex, let floor, let isRecording else { return nil }
    let known = mark.flatMap { MeetingSession.Mark(rawValue: $0) }
    guard mark == nil || known != nil else { return nil }
    return Self(
      startedAt: startedAt, clock: clock, speakerIndex: speakerIndex, floor: floor,
      agenda: agenda, late: late, warnedMs: warnedMs, overMs: overMs, notes: notes,
      isRecording: isRecording, mark: known, destination: destination)
  }
}

extension MeetingSession.Line: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""heard":"#, heard)
    writer.member(#""key":"#, key)
    writer.member(#""segment":"#, segment)
    writer.close()
  }

  /// Reads a line.
  ///
  /// - Returns: nil if its key or its segment is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (key, segment): (String?, Segment?)
    var heard: MeetingSession.Heard?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "heard": reader.value(into: &heard)
      case "key": reader.string(into: &key)
      case "segment": reader.value(into: &segment)
      default: reader.skip()
      }
    }
    guard isRead != nil, let key, let segment else { return nil }
    return Self(key: key, segment: segment, heard: heard)
  }
}
