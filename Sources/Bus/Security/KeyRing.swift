public import ZeroMQ

/// The keys that the router knows. A value.
public struct KeyRing: Sendable {
  private var permits: [CurvePublicKey: Permit] = [:]

  /// - Parameter permits: of several for one key the first counts.
  public init(_ permits: [Permit] = []) {
    for permit in permits {
      if let key = permit.key, self.permits[key] == nil { self.permits[key] = permit }
    }
  }

  public subscript(key: CurvePublicKey) -> Permit? { permits[key] }

  public var count: Int { permits.count }

  /// The keys that are gone here or have other roles than in an earlier ring.
  func changes(since earlier: KeyRing) -> Set<CurvePublicKey> {
    Set(earlier.permits.filter { permits[$0.key]?.roles != $0.value.roles }.keys)
  }
}
