/// Why a slot could not be copied.
struct CopyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// For people.
  var description: String
}
