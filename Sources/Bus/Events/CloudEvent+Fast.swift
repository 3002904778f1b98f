public import FastJSON
import Foundation

extension CloudEvent: FastEncodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""causationid":"#, causationid)
    writer.member(#""correlationid":"#, correlationid)
    writer.member(#""data":"#, data)
    writer.member(#""datacontenttype":"#, datacontenttype)
    writer.member(#""epoch":"#, epoch)
    writer.member(#""id":"#, id)
    writer.member(#""prevmeeting":"#, prevmeeting)
    writer.member(#""prevstandup":"#, prevstandup)
    writer.member(#""prevtype":"#, prevtype)
    writer.member(#""sequence":"#, sequence)
    writer.member(#""source":"#, source)
    writer.member(#""specversion":"#, specversion)
    writer.member(#""subject":"#, subject)
    writer.member(#""time":"#, Timestamp.format(time))
    writer.member(#""traceparent":"#, traceparent)
    writer.member(#""type":"#, type)
    writer.close()
  }
}

extension EventLabels: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""meeting":"#, meeting)
    writer.member(#""standup":"#, standup)
    writer.member(#""subject":"#, subject)
    writer.member(#""type":"#, type)
    writer.close()
  }

  public static func read(from reader: inout JSONReader) -> EventLabels? {
    var (type, subject, standup, meeting): (String?, String?, String?, String?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "type": reader.string(into: &type)
      case "subject": reader.string(into: &subject)
      case "standup": reader.optionalString(into: &standup)
      case "meeting": reader.optionalString(into: &meeting)
      default: reader.skip()
      }
    }
    guard isRead != nil, let type, let subject else { return nil }
    return EventLabels(type: type, subject: subject, standup: standup, meeting: meeting)
  }
}

extension Done: FastCodable {
  public func write(to writer: inout JSONWriter) { writer.raw("{}") }

  public static func read(from reader: inout JSONReader) -> Done? {
    reader.object { reader, _ in reader.skip() }.map { Done() }
  }
}
