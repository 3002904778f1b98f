import Bus
import Countdown
public import FastJSON

extension StartCountdown.Resumption: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""announcedSpeaker":"#, announcedSpeaker)
    writer.member(#""clock":"#, clock)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""labels":"#, labels)
    writer.member(#""resuming":"#, resuming)
    writer.member(#""speakers":"#, speakers)
    writer.member(#""tickMs":"#, tickMs)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> StartCountdown? {
    var id: String?
    var (durationMs, tickMs): (Int64?, Int64?)
    var speakers: Int?
    var resuming: Resumption?
    var labels: EventLabels?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "durationMs": reader.integer(into: &durationMs)
      case "speakers": reader.integer(into: &speakers)
      case "tickMs": reader.optionalInteger(into: &tickMs)
      case "resuming": reader.optionalValue(into: &resuming)
      case "labels": reader.optionalValue(into: &labels)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let durationMs, let speakers else { return nil }
    return StartCountdown(
      id: id, durationMs: durationMs, speakers: speakers, tickMs: tickMs, resuming: resuming,
      labels: labels)
  }
}

extension CountdownStatus: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""clock":"#, clock)
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""speaker":"#, speaker)
    writer.member(#""speakers":"#, speakers)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""after":"#, after)
    writer.close()
  }
}

extension CountdownsRequested.Reply: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""countdowns":"#)
    writer.values(countdowns)
    writer.member(#""next":"#, next)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> Self? {
    var countdowns: [StartCountdown]?
    var next: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "countdowns": reader.values(into: &countdowns)
      case "next": reader.optionalString(into: &next)
      default: reader.skip()
      }
    }
    guard isRead != nil, let countdowns else { return nil }
    return Self(countdowns: countdowns, next: next)
  }
}
