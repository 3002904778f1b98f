import Bus
import Countdown
public import FastJSON
import Standups

extension RunningMeeting.Listening: FastCodable {
  /// Writes `settledMs`, if it is set, and `startMs`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""settledMs":"#, settledMs)
    writer.member(#""startMs":"#, startMs)
    writer.close()
  }

  /// Reads the two times; `settledMs` may be absent or `null`.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> Self? {
    var (startMs, settledMs): (Int64?, Int64?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "startMs": reader.integer(into: &startMs)
      case "settledMs": reader.integer(into: &settledMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let startMs else { return nil }
    return Self(startMs: startMs, settledMs: settledMs)
  }
}

extension RunningMeeting: FastCodable {
  /// Writes the members in the order of their names; ids in lower case.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""clock":"#, clock)
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id.description)
    writer.member(#""listening":"#, listening)
    writer.member(#""speaker":"#, speaker)
    writer.member(#""speakers":"#, speakers)
    writer.member(#""standup":"#, standup.description)
    writer.member(#""turnsMs":"#, turnsMs)
    writer.close()
  }

  /// Reads a meeting; all members except `listening` and `turnsMs` are required.
  ///
  /// - Returns: nil if the input is invalid or unusual, such as an id that is not a UUID.
  public static func read(from reader: inout JSONReader) -> RunningMeeting? {
    var (id, standup): (String?, String?)
    var durationMs: Int64?
    var (speaker, speakers): (Int?, Int?)
    var turnsMs: [Int64]?
    var clock: CountdownClock?
    var listening: Listening?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "standup": reader.string(into: &standup)
      case "durationMs": reader.integer(into: &durationMs)
      case "speaker": reader.integer(into: &speaker)
      case "speakers": reader.integer(into: &speakers)
      case "clock": reader.value(into: &clock)
      case "listening": reader.value(into: &listening)
      case "turnsMs": reader.integers(into: &turnsMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id = id.flatMap(Meeting.ID.init),
      let standup = standup.flatMap(Standup.ID.init), let durationMs, let speaker, let speakers,
      let clock
    else { return nil }
    return RunningMeeting(
      id: id, standup: standup, durationMs: durationMs, speakers: speakers, turnsMs: turnsMs,
      speaker: speaker, clock: clock, listening: listening)
  }
}

extension MeetingsStarted: FastCodable {
  /// Writes an object with the array `meetings`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""meetings":"#, meetings)
    writer.close()
  }

  /// Reads an object with the array `meetings`.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> MeetingsStarted? {
    var meetings: [RunningMeeting]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "meetings": reader.values(into: &meetings)
      default: reader.skip()
      }
    }
    guard isRead != nil, let meetings else { return nil }
    return MeetingsStarted(meetings: meetings)
  }
}

extension GetRunningMeetings.Reply: FastCodable {
  /// Writes the meetings of the page and, unless it is the last one, `next`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""meetings":"#, meetings)
    writer.member(#""next":"#, next)
    writer.close()
  }

  /// Reads a page; `next` may be absent or `null`.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> Self? {
    var meetings: [RunningMeeting]?
    var next: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "meetings": reader.values(into: &meetings)
      case "next": reader.string(into: &next)
      default: reader.skip()
      }
    }
    guard isRead != nil, let meetings else { return nil }
    return Self(meetings: meetings, next: next)
  }
}
