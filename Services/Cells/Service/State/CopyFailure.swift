/// The reason why a slot could not be copied.
struct CopyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence for people.
  var description: String
}
