import Configuration
import Glibc

extension CommandContext {
  /// The services that “standups up” runs on this machine for the router that is meant, by name: one of them
  /// that is not connected is on its way, as it opens a large database or loads its speech engine.
  var loading: Set<String> {
    guard globals.context == nil,
      let bus = try? BusEnvironment(environment, userID: getuid(), isTerminal: false),
      bus.commands.hasPrefix("ipc://\(bus.runtimeDirectory)/")
    else { return [] }
    return Set(RuntimeDirectory.running(in: bus.runtimeDirectory).map(\.name))
  }
}
