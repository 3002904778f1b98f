public import FastJSON

extension Attendee: FastCodable {
  /// Writes its members; `weight` and `absentUntilMs` are omitted if they are nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""absentUntilMs":"#, absentUntilMs)
    writer.member(#""id":"#, id)
    writer.member(#""name":"#, name)
    writer.member(#""weight":"#, weight)
    writer.close()
  }

  /// Reads an attendee.
  ///
  /// - Returns: nil if `id` or `name` is missing or the input is unusual; Foundation then decodes
  ///   it.
  public static func read(from reader: inout JSONReader) -> Attendee? {
    var (id, name): (ID?, String?)
    var (weight, absentUntilMs): (Int?, Int64?)
    let isRead: Void? = reader.object { reader, member in
      switch member {
      case "absentUntilMs": reader.integer(into: &absentUntilMs)
      case "id": reader.value(into: &id)
      case "name": reader.string(into: &name)
      case "weight": reader.integer(into: &weight)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let name else { return nil }
    return Attendee(id: id, name: name, weight: weight, absentUntilMs: absentUntilMs)
  }
}

extension Standup: FastCodable {
  /// Writes all members that are not nil, with the attendees in order.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""attendees":"#, attendees.elements)
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""mayRunOver":"#, mayRunOver)
    writer.member(#""revision":"#, revision)
    writer.member(#""theme":"#, theme.rawValue)
    writer.member(#""title":"#, title)
    writer.member(#""warnMs":"#, warnMs)
    writer.close()
  }

  /// Reads a standup. If attendees have the same id, the first one counts.
  ///
  /// - Returns: nil if a required member is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> Standup? {
    var (id, title, durationMs): (ID?, String?, Int64?)
    var (warnMs, mayRunOver): (Int64?, Bool?)
    var theme: Theme?
    var revision: Int?
    var attendees: [Attendee]?
    let isRead: Void? = reader.object { reader, member in
      switch member {
      case "attendees": return reader.values(into: &attendees)
      case "durationMs": return reader.integer(into: &durationMs)
      case "id": return reader.value(into: &id)
      case "mayRunOver": return reader.bool(into: &mayRunOver)
      case "revision": return reader.integer(into: &revision)
      case "theme":
        return reader.take(&theme) { $0.string().flatMap { Theme(rawValue: $0) } }
      case "title": return reader.string(into: &title)
      case "warnMs": return reader.integer(into: &warnMs)
      default: return reader.skip()
      }
    }
    guard isRead != nil, let id, let title, let durationMs, let theme, let attendees,
      let revision
    else { return nil }
    return Standup(
      id: id, title: title, durationMs: durationMs, theme: theme,
      attendees: IdentifiedArray(attendees), warnMs: warnMs, mayRunOver: mayRunOver,
      revision: revision)
  }
}
