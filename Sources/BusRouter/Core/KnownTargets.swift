import Bus

/// The targets that services have declared, and the routes to them. A value type.
struct KnownTargets: Sendable {
  /// Commands that the services of the integration have declared, including services that are
  /// unavailable.
  private var declarations: [String: CommandDeclaration] = [:]
  /// Routes found for earlier commands.
  private var routes = TargetTable<RouterCore.Route>()

  subscript(target: String) -> CommandDeclaration? { declarations[target] }

  func route(to target: UnsafeRawBufferPointer) -> RouterCore.Route? { routes[target] }

  mutating func declare(_ commands: [CommandDeclaration]) {
    for command in commands { declarations[command.target] = command }
  }

  mutating func add(_ route: RouterCore.Route, to target: UnsafeRawBufferPointer) {
    routes[target] = route
  }

  /// Removes the routes, because a service joined, left or drains.
  mutating func forgetRoutes() { routes.removeAll() }
}
