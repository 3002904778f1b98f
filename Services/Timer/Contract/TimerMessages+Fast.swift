import Bus
import Countdown
public import FastJSON

extension StartCountdown.Resumption: FastCodable {
  /// Writes `announcedSpeaker` and `clock`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""announcedSpeaker":"#, announcedSpeaker)
    writer.member(#""clock":"#, clock)
    writer.close()
  }

  /// Reads both members, which are required.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> Self? {
    var announcedSpeaker: Int?
    var clock: CountdownClock?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "announcedSpeaker": reader.integer(into: &announcedSpeaker)
      case "clock": reader.value(into: &clock)
      default: reader.skip()
      }
    }
    guard isRead != nil, let announcedSpeaker, let clock else { return nil }
    return Self(clock: clock, announcedSpeaker: announcedSpeaker)
  }
}

extension StartCountdown: FastCodable {
  /// Writes the command; nil values are omitted.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""labels":"#, labels)
    writer.member(#""resuming":"#, resuming)
    writer.member(#""speakers":"#, speakers)
    writer.member(#""tickMs":"#, tickMs)
    writer.member(#""turnsMs":"#, turnsMs)
    writer.close()
  }

  /// Reads the command; the timer checks the ranges.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> StartCountdown? {
    var id: String?
    var (durationMs, tickMs): (Int64?, Int64?)
    var speakers: Int?
    var turnsMs: [Int64]?
    var resuming: Resumption?
    var labels: EventLabels?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "durationMs": reader.integer(into: &durationMs)
      case "speakers": reader.integer(into: &speakers)
      case "tickMs": reader.integer(into: &tickMs)
      case "turnsMs": reader.integers(into: &turnsMs)
      case "resuming": reader.value(into: &resuming)
      case "labels": reader.value(into: &labels)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let durationMs, let speakers else { return nil }
    return StartCountdown(
      id: id, durationMs: durationMs, speakers: speakers, turnsMs: turnsMs, tickMs: tickMs,
      resuming: resuming,
      labels: labels)
  }
}

extension CountdownStatus: FastCodable {
  /// Writes the five members in the order of their names.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""clock":"#, clock)
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""speaker":"#, speaker)
    writer.member(#""speakers":"#, speakers)
    writer.close()
  }

  /// Reads the five members, all of which are required.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> CountdownStatus? {
    var id: String?
    var durationMs: Int64?
    var (speaker, speakers): (Int?, Int?)
    var clock: CountdownClock?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "durationMs": reader.integer(into: &durationMs)
      case "speaker": reader.integer(into: &speaker)
      case "speakers": reader.integer(into: &speakers)
      case "clock": reader.value(into: &clock)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let durationMs, let speaker, let speakers, let clock else {
      return nil
    }
    return CountdownStatus(
      id: id, durationMs: durationMs, speakers: speakers, speaker: speaker, clock: clock)
  }
}

extension CountdownsRequested: FastEncodable {
  /// Writes `after`, if it is set.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""after":"#, after)
    writer.close()
  }
}

extension CountdownsRequested.Reply: FastCodable {
  /// Writes the countdowns of the page, and `next` and `away` if they are set.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""away":"#, away)
    writer.member(#""countdowns":"#)
    writer.values(countdowns)
    writer.member(#""next":"#, next)
    writer.close()
  }

  /// Reads a page; `next` and `away` may be absent or `null`.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> Self? {
    var countdowns: [StartCountdown]?
    var next: String?
    var away: [String]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "countdowns": reader.values(into: &countdowns)
      case "next": reader.string(into: &next)
      case "away": reader.strings(into: &away)
      default: reader.skip()
      }
    }
    guard isRead != nil, let countdowns else { return nil }
    return Self(countdowns: countdowns, next: next, away: away)
  }
}
