public import Bus
public import FastJSON

/// A command whose only member is the id of a countdown.
public protocol CountdownCommand: KeyedCommand, FastCodable {
  /// Creates the command for a countdown; used when it is read from JSON.
  init(id: String)
}

extension CountdownCommand {
  /// Writes `{"id": …}`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.close()
  }

  /// Reads an object with an `id`; other members are skipped.
  ///
  /// - Returns: nil if `id` is missing or not a string; `JSONDecoder` then handles the object.
  public static func read(from reader: inout JSONReader) -> Self? {
    var id: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id else { return nil }
    return Self(id: id)
  }
}

extension PauseCountdown: CountdownCommand {}
extension ResumeCountdown: CountdownCommand {}
extension CancelCountdown: CountdownCommand {}
extension GetCountdown: CountdownCommand {}

extension SkipSpeaker: FastCodable {
  /// Writes `from`, if it is set, and `id`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""from":"#, from.map { Int64($0) })
    writer.member(#""id":"#, id)
    writer.close()
  }

  /// Reads the command; `from` may be absent or `null`.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> SkipSpeaker? {
    var id: String?
    var from: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "from": reader.integer(into: &from)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id else { return nil }
    return SkipSpeaker(id: id, from: from)
  }
}

extension CountdownSpeakerChanged: FastCodable {
  /// Writes the start of the turn, the id and the speaker, in the order of their names.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""id":"#, id)
    writer.member(#""speaker":"#, speaker)
    writer.close()
  }

  /// Reads the three members, all of which are required.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> CountdownSpeakerChanged? {
    var id: String?
    var elapsedMs: Int64?
    var speaker: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "elapsedMs": reader.integer(into: &elapsedMs)
      case "speaker": reader.integer(into: &speaker)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let elapsedMs, let speaker else { return nil }
    return CountdownSpeakerChanged(id: id, speaker: speaker, elapsedMs: elapsedMs)
  }
}

extension CountdownFinished: FastCodable {
  /// Writes `elapsedMs` and `id`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""id":"#, id)
    writer.close()
  }

  /// Reads `elapsedMs` and `id`, both of which are required.
  ///
  /// - Returns: nil if the input is invalid or unusual.
  public static func read(from reader: inout JSONReader) -> CountdownFinished? {
    var id: String?
    var elapsedMs: Int64?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "elapsedMs": reader.integer(into: &elapsedMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let elapsedMs else { return nil }
    return CountdownFinished(id: id, elapsedMs: elapsedMs)
  }
}

extension TickData: FastEncodable {
  /// Writes the five members in the order of their names. The timer fills its ticks into a prepared
  /// string instead, which is compared with this reference.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""speaker":"#, speaker)
    writer.member(#""speakers":"#, speakers)
    writer.member(#""turnEndsMs":"#, turnEndsMs)
    writer.close()
  }
}
