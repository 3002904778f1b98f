import FastJSON

/// A text of an attendee that a meeting saves besides its transcript: a follow-up or a written
/// update.
public protocol AttendeeText {
  /// The attendee whose text it is.
  var attendee: Attendee { get }
  /// The text.
  var text: String { get }
}

extension FollowUp: AttendeeText {}
extension WrittenUpdate: AttendeeText {}

extension AttendeeText {
  /// Estimated size as JSON, in bytes.
  public var estimatedBytes: Int {
    250 + JSONSize.bytes(of: text) + JSONSize.bytes(of: attendee.name)
  }
}

extension Sequence where Element: AttendeeText {
  /// Estimated size as JSON, in bytes.
  public var estimatedBytes: Int { reduce(0) { $0 + $1.estimatedBytes } }
}

extension Array where Element: AttendeeText {
  /// The texts, or nil for an empty array, as meetings save them.
  public var unlessEmpty: [Element]? { isEmpty ? nil : self }
}
