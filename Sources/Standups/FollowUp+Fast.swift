public import FastJSON

extension FollowUp: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""atMs":"#, atMs)
    writer.member(#""attendee":"#, attendee)
    writer.member(#""doneMs":"#, doneMs)
    writer.member(#""id":"#, id)
    writer.member(#""meeting":"#, meeting)
    writer.member(#""text":"#, text)
    writer.close()
  }

  /// Reads a follow-up.
  ///
  /// - Returns: nil if a required member is missing or the input is unusual; Foundation then
  ///   decodes it.
  public static func read(from reader: inout JSONReader) -> FollowUp? {
    var (id, attendee, text): (ID?, Attendee?, String?)
    var (meeting, atMs, doneMs): (Meeting.ID?, Int64?, Int64?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "atMs": reader.integer(into: &atMs)
      case "attendee": reader.value(into: &attendee)
      case "doneMs": reader.integer(into: &doneMs)
      case "id": reader.value(into: &id)
      case "meeting": reader.value(into: &meeting)
      case "text": reader.string(into: &text)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let attendee, let text, let meeting, let atMs else { return nil }
    return FollowUp(
      id: id, attendee: attendee, text: text, meeting: meeting, atMs: atMs, doneMs: doneMs)
  }
}
