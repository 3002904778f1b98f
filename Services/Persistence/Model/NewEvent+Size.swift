import Bus
import Documents
import FastJSON

extension NewEvent {
  /// The size of its JSON in a message, about, with its place in the journal: 550 bytes of names of
  /// members, ids and numbers, what a tool may choose, and what it says.
  var estimatedBytes: Int {
    let texts = [
      labels.type, labels.subject, source, labels.standup ?? "", labels.meeting ?? "",
      traceparent ?? "",
    ]
    return texts.reduce(550 + data.count) { $0 + JSONSize.bytes(of: $1) }
  }
}
