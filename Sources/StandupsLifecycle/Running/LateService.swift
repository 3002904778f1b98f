/// A service that is created only when it runs, so that signals are handled during its creation.
actor LateService: RunnableService {
  private let make: @Sendable () async throws -> any RunnableService
  private var service: (any RunnableService)?
  private var isDraining = false
  private var making: Task<any RunnableService, any Error>?

  init(_ make: @escaping @Sendable () async throws -> any RunnableService) {
    self.make = make
  }

  func run() async throws {
    let made: any RunnableService
    do {
      made = try await finished(Task { [make] in try await make() })
    } catch  where isDraining && error is CancellationError {
      return
    }
    if isDraining { return }
    service = made
    try await made.run()
  }

  private func finished(
    _ task: Task<any RunnableService, any Error>
  ) async throws -> any RunnableService {
    making = task
    defer { making = nil }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Also cancels the creation of the service.
  func beginGracefulShutdown() async {
    isDraining = true
    making?.cancel()
    await service?.beginGracefulShutdown()
  }
}
