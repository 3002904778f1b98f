public import FastJSON

extension Erasure: FastCodable {
  /// Writes all members that are not nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""keepsMeetings":"#, keepsMeetings)
    writer.member(#""meeting":"#, meeting)
    writer.member(#""standup":"#, standup)
    writer.member(#""subject":"#, subject)
    writer.close()
  }

  /// Reads an erasure; does not check that it names anything.
  ///
  /// - Returns: nil for unusual input, which `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> Erasure? {
    var (meeting, standup, subject): (String?, String?, String?)
    var keepsMeetings: Bool?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "meeting": reader.string(into: &meeting)
      case "standup": reader.string(into: &standup)
      case "subject": reader.string(into: &subject)
      case "keepsMeetings": reader.bool(into: &keepsMeetings)
      default: reader.skip()
      }
    }
    guard isRead != nil else { return nil }
    return Erasure(
      meeting: meeting, standup: standup, keepsMeetings: keepsMeetings, subject: subject)
  }
}
