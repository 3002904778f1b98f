import Bus
public import FastJSON

/// A command that says nothing but which countdown it is about.
public protocol CountdownCommand: FastCodable {
  var id: String { get }
  init(id: String)
}

extension CountdownCommand {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""from":"#, from.map { Int64($0) })
    writer.member(#""id":"#, id)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> SkipSpeaker? {
    var id: String?
    var from: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "from": reader.optionalInteger(into: &from)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id else { return nil }
    return SkipSpeaker(id: id, from: from)
  }
}

extension CountdownSpeakerChanged: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""id":"#, id)
    writer.member(#""speaker":"#, speaker)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""id":"#, id)
    writer.close()
  }

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
