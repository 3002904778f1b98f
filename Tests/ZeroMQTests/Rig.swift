import Foundation
import TestSupport
import Testing
import ZeroMQ

/// A context, a loop, and an actor that runs on the loop: the tests' environment for sockets.
actor Rig {
  nonisolated let loop: SocketLoop
  nonisolated let context: Context
  /// Directory for this test's Unix domain sockets.
  nonisolated let directory: URL

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init() throws {
    loop = try SocketLoop(name: "test")
    context = try Context()
    directory = URL.temporaryDirectory.appending(path: "zmq-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  }

  func socket(_ kind: SocketKind) throws -> Socket {
    try Socket(kind, in: context, on: loop)
  }

  /// Waits for the next message of a socket.
  func next(_ socket: Socket) async throws -> Message { try await loop.next(socket) }

  /// Collects a socket's events from now on.
  func events(of socket: Socket) throws -> EventLog {
    let log = EventLog()
    _ = try SocketMonitor(socket) { log.add($0) }
    return log
  }
}

/// The events of a monitor so far, and the callers that wait for one.
final class EventLog {
  private(set) var events: [SocketEvent] = []
  private var waiting: (SocketEventKind, CheckedContinuation<SocketEvent, Never>)?
  private var position = 0

  func add(_ event: SocketEvent) {
    events.append(event)
    guard let (kind, continuation) = waiting, kind.contains(event.kind) else { return }
    waiting = nil
    position = events.count
    continuation.resume(returning: event)
  }

  /// The next event of one of these kinds after the last one returned.
  func wait(
    for kind: SocketEventKind, isolation: isolated (any Actor)? = #isolation
  ) async -> SocketEvent {
    if let index = events[position...].firstIndex(where: { kind.contains($0.kind) }) {
      position = index + 1
      return events[index]
    }
    return await withCheckedContinuation { waiting = (kind, $0) }
  }
}

/// Runs a test on a rig, then shuts it down and checks that nothing remains.
func withRig(_ body: @Sendable (isolated Rig) async throws -> Void) async throws {
  let rig = try Rig()
  var failure: (any Error)?
  do {
    try await body(rig)
  } catch {
    failure = error
  }
  #expect(await rig.loop.stop())
  try await rig.context.close()
  #expect(rig.context.openSockets == 0)
  try FileManager.default.removeItem(at: rig.directory)
  if let failure { throw failure }
}

/// The error of a call that must fail.
func failure(
  _ body: () throws(ZeroMQError) -> Void, sourceLocation: SourceLocation = #_sourceLocation
) -> ZeroMQError? {
  do {
    try body()
    Issue.record("It did not fail.", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}
