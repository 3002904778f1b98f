public import FastJSON
import Foundation

extension CloudEvent: FastCodable {
  /// Writes the event as one object: members sorted by name, nil members omitted.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""by":"#, by)
    writer.member(#""causationid":"#, causationid)
    writer.member(#""correlationid":"#, correlationid)
    writer.member(#""data":"#, data)
    writer.member(#""datacontenttype":"#, datacontenttype)
    writer.member(#""epoch":"#, epoch)
    writer.member(#""id":"#, id)
    writer.member(#""prevmeeting":"#, prevmeeting)
    writer.member(#""prevstandup":"#, prevstandup)
    writer.member(#""prevteam":"#, prevteam)
    writer.member(#""prevtype":"#, prevtype)
    writer.member(#""sequence":"#, sequence)
    writer.member(#""source":"#, source)
    writer.member(#""specversion":"#, specversion)
    writer.member(#""subject":"#, subject)
    writer.member(#""team":"#, team)
    writer.member(#""time":"#, time)
    writer.member(#""traceparent":"#, traceparent)
    writer.member(#""type":"#, type)
    writer.close()
  }

  /// Reads an event and skips unknown members.
  ///
  /// - Returns: nil if a required attribute is missing, or if an attribute does not have its usual
  ///   form.
  public static func read(from reader: inout JSONReader) -> CloudEvent? {
    var (id, source, specversion, type, subject): (String?, String?, String?, String?, String?)
    var (time, datacontenttype): (Date?, String?)
    var (traceparent, sequence, epoch): (String?, String?, String?)
    var (prevtype, prevstandup, prevmeeting): (String?, String?, String?)
    var (prevteam, team): (String?, String?)
    var (correlationid, causationid, by): (String?, String?, String?)
    var data: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "source": reader.string(into: &source)
      case "specversion": reader.string(into: &specversion)
      case "type": reader.string(into: &type)
      case "subject": reader.string(into: &subject)
      case "time": reader.date(into: &time)
      case "datacontenttype": reader.string(into: &datacontenttype)
      case "traceparent": reader.string(into: &traceparent)
      case "sequence": reader.string(into: &sequence)
      case "epoch": reader.string(into: &epoch)
      case "prevtype": reader.string(into: &prevtype)
      case "prevstandup": reader.string(into: &prevstandup)
      case "prevmeeting": reader.string(into: &prevmeeting)
      case "prevteam": reader.string(into: &prevteam)
      case "correlationid": reader.string(into: &correlationid)
      case "causationid": reader.string(into: &causationid)
      case "by": reader.string(into: &by)
      case "team": reader.string(into: &team)
      case "data": reader.raw(into: &data)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let source, let specversion, let type, let subject, let time,
      let datacontenttype, let data
    else { return nil }
    var event = CloudEvent(
      id: id, source: source, type: type, subject: subject, time: time, traceparent: traceparent,
      epoch: epoch, correlation: correlationid, causation: causationid, by: by, team: team,
      data: data)
    event.specversion = specversion
    event.datacontenttype = datacontenttype
    event.sequence = sequence
    (event.prevtype, event.prevstandup, event.prevmeeting) = (prevtype, prevstandup, prevmeeting)
    event.prevteam = prevteam
    return event
  }
}
