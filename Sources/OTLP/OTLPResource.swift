/// The OpenTelemetry resource of each participant: attributes that all share, and the service name
/// of each.
public struct OTLPResource: Hashable, Sendable {
  /// Prefix of the service names: with `standups`, the timer is `standups-timer`.
  public var name: String
  /// Attributes of every participant, in addition to its name.
  public var shared: [SpanAttribute]
  /// Version of the programs.
  public var version: String

  /// Creates a resource.
  ///
  /// - Parameter shared: attributes of every participant; for a duplicate key, the first value
  ///   counts.
  public init(name: String, shared: [SpanAttribute] = [], version: String) {
    self.name = name
    self.shared = shared
    self.version = version
  }

  /// Returns the resource attributes of a participant.
  func attributes(of participant: String) -> [SpanAttribute] {
    let own = [
      SpanAttribute("service.name", "\(name)-\(participant)"),
      SpanAttribute("service.version", version),
    ]
    var names: Set<String> = []
    return ([own[0]] + shared + [own[1]]).filter { names.insert($0.key).inserted }
  }
}
