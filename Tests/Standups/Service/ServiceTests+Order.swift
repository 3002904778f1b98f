import Bus
import Documents
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

@testable import StandupsService

/// All decisions are made on the connection's thread, without a hop.
extension ServiceTests {
  @Test func whatCommandsFromTheLoopDecideIsToldInTheirOrder() async throws {
    let (loop, router) = (loop, router)
    let isOnLoop = Recorder<Bool>()
    let delegate = ScriptedDelegate { message in
      isOnLoop.record(loop.isCurrent)
      return try router.answer(message)
    }
    let service = service(delegate)
    try await service.start()
    let titles = (0..<200).map { "\($0)" }
    let answers = try await Connection(on: loop).atOnce(titles) { title in
      try await send(CreateStandup(title: title), to: service).title
    }
    #expect(answers == titles)
    let decided = delegate.told.values.compactMap { $0 as? ChangesDecided }
    let created = try decided.flatMap(\.events).map { try $0.data.decode(as: StandupCreated.self) }
    #expect(created.map(\.standup.title) == titles)
    #expect(isOnLoop.values.allSatisfy { $0 })
    await loop.stop()
  }

  @Test func whatNeedsNoDecisionIsAnsweredBeforeTheLoopDoesAnythingElse() async throws {
    let service = service()
    try await service.start()
    let isNext = try await Connection(on: loop).isNext {
      _ = try await send(GetListStatus(), to: service)
    }
    #expect(isNext)
    await loop.stop()
  }
}

/// Sends commands from the loop, as a connection does.
private actor Connection {
  private let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(on loop: SocketLoop) { self.loop = loop }

  /// Sends all commands before the first reply.
  ///
  /// - Returns: the replies, in the order of the commands.
  func atOnce(
    _ commands: [String], _ send: @escaping @Sendable (String) async throws -> String
  ) async throws -> [String] {
    let tasks = commands.map { command in
      Task {
        loop.preconditionOnLoop()
        return try await send(command)
      }
    }
    var answers: [String] = []
    for task in tasks { answers.append(try await task.value) }
    return answers
  }

  /// True if the body completes before earlier work of the loop.
  func isNext(_ body: @Sendable () async throws -> Void) async throws -> Bool {
    let others = Recorder<Void>()
    loop.async { others.record(()) }
    try await body()
    return others.values.isEmpty
  }
}
