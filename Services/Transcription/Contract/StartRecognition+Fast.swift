import Bus
public import FastJSON

extension StartRecognition: FastCodable {
  /// Writes the command; nil values are omitted.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.member(#""labels":"#, labels)
    writer.member(#""settledMs":"#, settledMs)
    writer.member(#""startMs":"#, startMs)
    writer.member(#""subject":"#, subject)
    writer.close()
  }

  /// Reads the command; the service checks the ranges. All members except `labels` and `settledMs`
  /// are required.
  ///
  /// - Returns: nil if the input is invalid or unusual, which `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> StartRecognition? {
    var (id, subject): (String?, String?)
    var (startMs, settledMs): (Int64?, Int64?)
    var labels: EventLabels?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "subject": reader.string(into: &subject)
      case "startMs": reader.integer(into: &startMs)
      case "labels": reader.value(into: &labels)
      case "settledMs": reader.integer(into: &settledMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let subject, let startMs else { return nil }
    return StartRecognition(
      id: id, subject: subject, startMs: startMs, labels: labels, settledMs: settledMs)
  }
}
