import Bus
public import FastJSON
import Foundation

extension DeadLetter: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""attempts":"#, attempts)
    writer.member(#""body":"#, body)
    writer.member(#""bytes":"#, bytes.map { Int64($0) })
    writer.member(#""correlation":"#, correlation)
    writer.member(#""error":"#, error)
    writer.member(#""id":"#, id)
    writer.member(#""sender":"#, sender)
    writer.member(#""target":"#, target)
    writer.member(#""time":"#, time)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> DeadLetter? {
    var attempts: Int?
    var body: RawJSON?
    var bytes: Int?
    var correlation: String?
    var error: BusError?
    var id: String?
    var sender: String?
    var target: String?
    var time: Date?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "attempts": reader.integer(into: &attempts)
      case "body": reader.optionalRaw(into: &body)
      case "bytes": reader.optionalInteger(into: &bytes)
      case "correlation": reader.optionalString(into: &correlation)
      case "error": reader.value(into: &error)
      case "id": reader.string(into: &id)
      case "sender": reader.string(into: &sender)
      case "target": reader.string(into: &target)
      case "time": reader.date(into: &time)
      default: reader.skip()
      }
    }
    guard isRead != nil, let attempts, let error, let id, let sender, let target, let time else {
      return nil
    }
    return DeadLetter(
      id: id, time: time, sender: sender, target: target, attempts: attempts, error: error,
      correlation: correlation, bytes: bytes, body: body)
  }
}

extension DeadLetters.Reply: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""letters":"#, letters)
    writer.member(#""next":"#, next)
    writer.member(#""removed":"#, removed)
    writer.member(#""total":"#, total)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> Self? {
    var letters: [DeadLetter]?
    var next: String?
    var removed: [String]?
    var total: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "letters": reader.values(into: &letters)
      case "next": reader.optionalString(into: &next)
      case "removed": reader.strings(into: &removed)
      case "total": reader.integer(into: &total)
      default: reader.skip()
      }
    }
    guard isRead != nil, let letters, let removed, let total else { return nil }
    return Self(letters: letters, removed: removed, total: total, next: next)
  }
}

extension EventDraft: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""data":"#, data)
    writer.member(#""id":"#, id)
    writer.member(#""meeting":"#, meeting)
    writer.member(#""standup":"#, standup)
    writer.member(#""subject":"#, subject)
    writer.member(#""type":"#, type)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> EventDraft? {
    var data: RawJSON?
    var id: String?
    var meeting: String?
    var standup: String?
    var subject: String?
    var type: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "data": reader.optionalRaw(into: &data)
      case "id": reader.optionalString(into: &id)
      case "meeting": reader.optionalString(into: &meeting)
      case "standup": reader.optionalString(into: &standup)
      case "subject": reader.string(into: &subject)
      case "type": reader.string(into: &type)
      default: reader.skip()
      }
    }
    guard isRead != nil, let subject, let type else { return nil }
    return EventDraft(
      id: id, type: type, subject: subject, data: data, standup: standup, meeting: meeting)
  }
}

extension PublishEvents: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""events":"#, events)
    writer.member(#""isEphemeral":"#, isEphemeral)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> PublishEvents? {
    var events: [EventDraft]?
    var isEphemeral: Bool?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "events": reader.values(into: &events)
      case "isEphemeral": reader.optionalBool(into: &isEphemeral)
      default: reader.skip()
      }
    }
    guard isRead != nil, let events else { return nil }
    return PublishEvents(events: events, isEphemeral: isEphemeral)
  }
}
