import Bus
import Connecting
import Foundation

/// Reports to the router that a service is loading, so that it is not shown as missing.
enum LoadingNote {
  /// Delay of the report, because a shorter start is not worth a connection.
  private static let patience = Duration.milliseconds(250)

  /// Runs a possibly long operation, and reports to the router while it runs.
  static func during<Result: Sendable>(
    _ context: ServiceContext, _ body: () async throws -> Result
  ) async throws -> Result {
    let telling = Task { await tell(context) }
    do {
      let result = try await body()
      telling.cancel()
      // Waits for the report to end, because the same run registers next, over another connection.
      await telling.value
      return result
    } catch {
      telling.cancel()
      await telling.value
      throw error
    }
  }

  /// Keeps the service registered as loading until the task is cancelled. Problems of the
  /// connection, such as wrong keys, are reported when the service itself connects.
  private static func tell(_ context: ServiceContext) async {
    guard (try? await Task.sleep(for: patience)) != nil,
      let connection = try? BusConnection(
        name: "\(context.name)-load", environment: context.environment,
        instance: context.instance, closesWithin: .milliseconds(200))
    else { return }
    let definition = ServiceDefinition(
      name: context.name, commands: CommandTable(), isLoading: true)
    if (try? await connection.peer.open(as: definition)) != nil {
      // The sleep throws when the task is cancelled.
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
    }
    await connection.close()
  }
}
