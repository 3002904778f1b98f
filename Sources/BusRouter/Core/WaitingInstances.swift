import Bus
import Foundation
import RouterConnections

/// The instances that try to register and are not accepted yet. A value type.
struct WaitingInstances: Sendable {
  typealias Instance = RouterCore.Instance

  /// Maximum number of instances in each list.
  private static let maxCount = 100

  /// Instances that wait for the active one of their service to leave, each with the time of its
  /// last request.
  private(set) var standby: [ConnectionID: Instance] = [:]
  /// Instances that have reported that they are loading.
  private(set) var loading: [ConnectionID: Instance] = [:]
  /// Connections whose request is handled again after a heartbeat to the active instance.
  private(set) var probed: Set<ConnectionID> = []

  subscript(connection: ConnectionID) -> Instance? { standby[connection] ?? loading[connection] }

  /// Lists an instance as standby while it keeps trying to register.
  mutating func standBy(_ instance: Instance) { Self.list(instance, in: &standby) }

  /// Lists an instance as loading while it keeps reporting that.
  mutating func load(_ instance: Instance) { Self.list(instance, in: &loading) }

  private static func list(_ instance: Instance, in list: inout [ConnectionID: Instance]) {
    var instance = instance
    let known = list[instance.connection]
    if let known, known.manifest.instance == instance.manifest.instance {
      instance.since = known.since
    } else if list.count >= maxCount {
      return
    }
    list[instance.connection] = instance
  }

  /// - Returns: false if the connection was probed already; its next request is probed again.
  mutating func probe(_ connection: ConnectionID) -> Bool {
    if probed.insert(connection).inserted { return true }
    probed.remove(connection)
    return false
  }

  /// Handles the end of the loading of an instance.
  mutating func loaded(_ instance: UUID) {
    guard !loading.isEmpty else { return }
    loading = loading.filter { $0.value.manifest.instance != instance }
  }

  /// Removes an instance that was accepted.
  mutating func accepted(_ connection: ConnectionID) {
    probed.remove(connection)
    standby[connection] = nil
  }

  /// Removes the instance of a connection that is gone.
  mutating func remove(_ connection: ConnectionID) {
    accepted(connection)
    loading[connection] = nil
  }

  /// Keeps only the instances that pass a test.
  mutating func keep(where isKept: (Instance) -> Bool) {
    standby = standby.filter { isKept($0.value) }
    loading = loading.filter { isKept($0.value) }
  }
}
