import Configuration
import Glibc

extension CommandContext {
  /// Names of the services that “standups up” runs on this machine for the selected router. If one
  /// of them is not connected, it is still loading: a large database, for example, or its speech
  /// engine.
  var loading: Set<String> {
    guard globals.context == nil,
      let bus = try? BusEnvironment(environment, userID: getuid(), isTerminal: false),
      bus.commands.hasPrefix("ipc://\(bus.runtimeDirectory)/")
    else { return [] }
    return Set(RuntimeDirectory.running(in: bus.runtimeDirectory).map(\.name))
  }
}
