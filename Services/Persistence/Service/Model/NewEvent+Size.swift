import Bus
import Documents
import FastJSON

extension NewEvent {
  /// Approximate size as JSON in a message, in bytes: 550 for member names, ids, numbers and the
  /// position in the journal, plus the strings that a tool may choose, plus the data.
  var estimatedBytes: Int {
    let texts = [
      labels.type, labels.subject, source, labels.standup ?? "", labels.meeting ?? "",
      traceparent ?? "",
    ]
    return texts.reduce(550 + data.count) { $0 + JSONSize.bytes(of: $1) }
  }
}
