import Documents
import FastJSON

extension TracedEvent {
  /// The size of its JSON in a message, about: 250 bytes of names of members, ids and numbers, and what
  /// a tool may choose.
  var estimatedBytes: Int {
    250 + JSONSize.bytes(of: type) + JSONSize.bytes(of: subject)
  }
}
