import Bus
import Connecting
import Foundation

/// Tells the router of a service that is not ready to be taken yet, so that others see that it loads, and is not missing.
enum LoadingNote {
  /// What is done sooner is not worth a connection.
  private static let patience = Duration.milliseconds(250)

  /// Does something that may take long, and tells the router of it meanwhile.
  static func during<Result: Sendable>(
    _ context: ServiceContext, _ body: () async throws -> Result
  ) async throws -> Result {
    let telling = Task { await tell(context) }
    do {
      let result = try await body()
      telling.cancel()
      // The same run says hello next, over another connection.
      await telling.value
      return result
    } catch {
      telling.cancel()
      await telling.value
      throw error
    }
  }

  /// Says hello again and again until the task is cancelled. What is wrong with the connection, such as its keys, is said
  /// when the service itself connects.
  private static func tell(_ context: ServiceContext) async {
    guard (try? await Task.sleep(for: patience)) != nil,
      let connection = try? BusConnection(
        name: "\(context.name)-load", environment: context.environment,
        instance: context.instance, closesWithin: .milliseconds(200))
    else { return }
    let definition = ServiceDefinition(
      name: context.name, commands: CommandTable(), isLoading: true)
    if (try? await connection.peer.open(as: definition)) != nil {
      // Ends with the cancellation.
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
    }
    await connection.close()
  }
}
