/// A service that is made when it runs, so that a signal during its making is heard, too.
actor LateService: RunnableService {
  private let make: @Sendable () async throws -> any RunnableService
  private var service: (any RunnableService)?
  private var isDraining = false

  init(_ make: @escaping @Sendable () async throws -> any RunnableService) {
    self.make = make
  }

  func run() async throws {
    let made = try await make()
    if isDraining { return }
    service = made
    try await made.run()
  }

  func beginGracefulShutdown() async {
    isDraining = true
    await service?.beginGracefulShutdown()
  }
}
