import Documents
import FastJSON

extension TracedEvent {
  /// Approximate size as JSON in a message, in bytes: 250 for member names, ids and numbers, plus
  /// the strings that a tool may choose.
  var estimatedBytes: Int {
    250 + JSONSize.bytes(of: type) + JSONSize.bytes(of: subject)
  }
}
