import Bus
import Connecting
import Foundation
import ZeroMQ

/// A DEALER without protocol rules: it sends any frames, without limits.
actor RawDealer {
  nonisolated let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let socket: Socket
  private var answers: [Message] = []
  private var waiter: (count: Int, continuation: CheckedContinuation<Void, any Error>)?

  init(_ connection: BusConnection, _ endpoint: String) async throws {
    loop = connection.loop
    let socket = try Socket(.dealer, in: connection.context, on: connection.loop)
    self.socket = socket
    try open(endpoint)
  }

  private func open(_ endpoint: String) throws {
    try socket.set(.linger, to: 0)
    try socket.set(.sndhwm, to: 100_000)
    try socket.set(.rcvhwm, to: 100_000)
    try socket.connect(endpoint)
    let socket = socket
    loop.watch(socket) { [weak self] in
      while let message = try? socket.receive() {
        self?.assumeIsolated { $0.take(message) }
      }
    }
  }

  func close() { socket.close() }

  func send(_ frames: [Frame]) throws {
    try socket.send(Message(frames), dontWait: false)
  }

  /// The next answers, in order of arrival.
  func receive(_ count: Int = 1, within limit: Duration = .seconds(10)) async throws -> [Message] {
    if answers.count < count {
      let timeout = Task {
        // Sleeps because it is a time limit, which an answer cancels.
        try await Task.sleep(for: limit)
        self.giveUp(limit)
      }
      defer { timeout.cancel() }
      try await withCheckedThrowingContinuation { continuation in
        // The answers may have arrived before this point.
        guard answers.count < count else { return continuation.resume() }
        waiter = (count, continuation)
      }
    }
    defer { answers.removeFirst(count) }
    return Array(answers.prefix(count))
  }

  /// Sends a message and reads its answer.
  func ask(_ frames: [Frame]) async throws -> Envelope {
    try send(frames)
    return try Envelope(try await receive()[0])
  }

  /// Sends a message and reads the error that answers it.
  func refusal(_ frames: [Frame]) async throws -> BusError {
    let answer = try await ask(frames)
    guard answer.head.kind == .error else {
      throw HarnessError("It was answered with \(answer.head.kind.rawValue).")
    }
    return answer.busError
  }

  private func take(_ message: Message) {
    // Heartbeats of a router that received HELLO are not answers.
    if let head = try? Envelope(message).head, head.kind == .heartbeat, head.header.cause == nil {
      return
    }
    answers.append(message)
    if let waiter, answers.count >= waiter.count {
      self.waiter = nil
      waiter.continuation.resume()
    }
  }

  private func giveUp(_ limit: Duration) {
    waiter?.continuation.resume(throwing: HarnessError("There was no answer within \(limit)."))
    waiter = nil
  }
}

extension Cluster {
  func rawDealer() async throws -> RawDealer {
    try await RawDealer(try connect("raw"), try busEnvironment.commands)
  }
}

/// A head as a string, with a new id and the given additions.
func head(_ kind: String, _ target: String, _ more: String = "") -> Frame {
  Frame("STB1 \(kind) \(target) {\"id\":\"\(UUID().lowercaseText)\"\(more)}")
}
