public import FastJSON

extension Attendee: FastEncodable {
  /// Writes both members.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.member(#""name":"#, name)
    writer.close()
  }
}

extension Standup: FastEncodable {
  /// Writes all members, the attendees in their order.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""attendees":"#, attendees.elements)
    writer.member(#""durationMs":"#, durationMs)
    writer.member(#""id":"#, id)
    writer.member(#""theme":"#, theme.rawValue)
    writer.member(#""title":"#, title)
    writer.close()
  }
}
