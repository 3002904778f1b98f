import Bus
public import FastJSON
import Foundation

extension DeadLetter: FastCodable {
  /// Writes the message as an object with its members in alphabetical order; nil values are
  /// omitted.
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

  /// Reads a dead-letter message; unknown members are skipped.
  ///
  /// - Returns: nil if `attempts`, `error`, `id`, `sender`, `target` or `time` is missing, or if
  ///   the input is unusual, which `JSONDecoder` then handles.
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
      case "bytes": reader.integer(into: &bytes)
      case "correlation": reader.string(into: &correlation)
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
  /// Writes the page; `next` is omitted on the last one.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""letters":"#, letters)
    writer.member(#""next":"#, next)
    writer.member(#""removed":"#, removed)
    writer.member(#""total":"#, total)
    writer.close()
  }

  /// Reads a page of dead-letter messages.
  ///
  /// - Returns: nil if `letters`, `removed` or `total` is missing, or if a message cannot be read
  ///   here.
  public static func read(from reader: inout JSONReader) -> Self? {
    var letters: [DeadLetter]?
    var next: String?
    var removed: [String]?
    var total: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "letters": reader.values(into: &letters)
      case "next": reader.string(into: &next)
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
  /// Writes the draft; the data is copied byte for byte.
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

  /// Reads a draft; whether it may be published is not checked here.
  ///
  /// - Returns: nil if `subject` or `type` is missing, or if the input is unusual.
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
      case "id": reader.string(into: &id)
      case "meeting": reader.string(into: &meeting)
      case "standup": reader.string(into: &standup)
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
  /// Writes the command: its drafts, and `isEphemeral` if it is set.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""events":"#, events)
    writer.member(#""isEphemeral":"#, isEphemeral)
    writer.close()
  }

  /// Reads the command; the number of drafts is not checked here.
  ///
  /// - Returns: nil if `events` is missing, or if a draft cannot be read here.
  public static func read(from reader: inout JSONReader) -> PublishEvents? {
    var events: [EventDraft]?
    var isEphemeral: Bool?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "events": reader.values(into: &events)
      case "isEphemeral": reader.bool(into: &isEphemeral)
      default: reader.skip()
      }
    }
    guard isRead != nil, let events else { return nil }
    return PublishEvents(events: events, isEphemeral: isEphemeral)
  }
}
