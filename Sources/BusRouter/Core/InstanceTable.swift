import RouterConnections

/// The registered instances, by connection and by service. A value type.
struct InstanceTable: Sendable {
  typealias Instance = RouterCore.Instance

  private(set) var byConnection: [ConnectionID: Instance] = [:]
  /// Connections of each service, in the order of their registrations.
  private(set) var members: [String: [ConnectionID]] = [:]

  var count: Int { byConnection.count }
  var isEmpty: Bool { byConnection.isEmpty }
  var values: some Collection<Instance> { byConnection.values }

  subscript(connection: ConnectionID) -> Instance? { byConnection[connection] }

  /// The connections of a service, including those of draining instances.
  func connections(of service: String) -> [ConnectionID] { members[service] ?? [] }

  mutating func add(_ instance: Instance) {
    byConnection[instance.connection] = instance
    members[instance.manifest.service, default: []].append(instance.connection)
  }

  mutating func remove(_ connection: ConnectionID) -> Instance? {
    guard let instance = byConnection.removeValue(forKey: connection) else { return nil }
    let service = instance.manifest.service
    let others = connections(of: service).filter { $0 != connection }
    members[service] = others.isEmpty ? nil : others
    return instance
  }

  /// Changes an instance in place: reading a member of a dictionary's value would copy the whole
  /// instance.
  ///
  /// - Returns: nil if no instance is registered on the connection.
  @discardableResult @inline(__always)
  mutating func change<Result>(
    _ connection: ConnectionID, _ body: (inout Instance) -> Result
  ) -> Result? {
    guard let place = byConnection.index(forKey: connection) else { return nil }
    return body(&byConnection.values[place])
  }
}
