import Composition
import ServiceCatalog

extension Feature {
  /// All features: the only list to which a new one is added.
  ///
  /// Their order is that of sources of work, of the documents that have the same place in a slot,
  /// and of notices: decisions on recording come before the streams of meetings.
  static let all: [Feature] = [
    router, persistence, timer, transcription, standups, schedule, webhooks, focus, people,
    gateway, bridge, cells, archive, snapshot,
  ]
}

extension Integration {
  /// The complete integration of Standups: the delegate messages of each service and their effects,
  /// which the bindings of each feature declare.
  ///
  /// - Parameters:
  ///   - cell: name of this installation among those that share the standups; nil if it is the only
  ///     one.
  ///   - outside: services that this program does not know, with their configured bindings.
  static func standups(
    cell: String? = nil, outside: OutsideServices = OutsideServices()
  ) -> Integration {
    var parent = Integration()
    for child in ServiceCatalog.children { parent.child(child.name, answering: child.words) }
    for feature in Feature.all { feature.bind(&parent, cell) }
    outside.bind(&parent)
    return parent
  }
}
