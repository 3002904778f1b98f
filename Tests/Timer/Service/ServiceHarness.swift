import Bus
import Foundation
import StandupsMetrics
import TestSupport
import Threads
import TimerAPI
import ZeroMQ

@testable import TimerService

/// A timer service with a clock that a test controls, on its own loop.
final class ServiceHarness: Sendable {
  let loop: SocketLoop
  let service: TimerService
  let router: ScriptedDelegate
  let publisher = RecordingPublisher()
  /// Clock for back-off and drain.
  let sleeper = TestClock()
  /// The requested wake-ups; nil for none.
  let wakes = Recorder<Int64?>()
  let metrics = MetricRegistry()
  private let moment: Shared<TimerMoment>

  init(
    configuration: TimerConfiguration = TimerConfiguration(),
    _ answer: @escaping @Sendable (any DelegateMessage) async throws -> any Sendable = { message in
      message is CountdownsRequested ? CountdownsRequested.Reply(countdowns: []) : Done()
    }
  ) throws {
    let moment = Shared(TimerMoment(ns: 5_000_000_000, wallMs: 1_795_260_600_000))
    self.moment = moment
    loop = try SocketLoop(name: "timer-test")
    router = ScriptedDelegate(answer)
    let wakes = wakes
    service = TimerService(
      on: loop, configuration: configuration,
      dependencies: TimerService.Dependencies(
        clock: TimerClock(boot: "boot") { moment.value },
        wake: WakeTimer { ns, _ in wakes.record(ns) },
        delegate: router, publisher: publisher, sleeper: sleeper,
        metrics: TimerMetrics(metrics)))
  }

  /// Advances the clock.
  func pass(ms: Int64) {
    moment.update {
      $0.ns += ms * nsPerMs
      $0.wallMs += ms
    }
  }

  /// Advances the time, and wakes the service.
  func run(ms: Int64) async {
    // Like the real service, which never sleeps longer than a second.
    for part in stride(from: 0, to: ms, by: 1000) { await sleep(ms: min(1000, ms - part)) }
  }

  /// Advances the time while the process is suspended.
  func sleep(ms: Int64) async {
    pass(ms: ms)
    await service.wake()
  }

  /// Sends a command as the host would.
  ///
  /// - Parameter id: the header's key; nil for none.
  @discardableResult
  func send<Command: BusCommand>(
    _ command: Command, about id: String? = nil
  ) async throws -> Command.Reply {
    let call = Call(header: Header(key: id))
    let reply = try await service.definition.commands.run(
      Command.target, body: try BusJSON.encode(command), call: call)
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }

  /// Starts a countdown of 9 s with three speakers.
  @discardableResult
  func start(
    _ id: String = "a", durationMs: Int64 = 9000, labelled: Bool = false
  ) async throws -> CountdownStatus {
    try await send(
      StartCountdown(
        id: id, durationMs: durationMs, speakers: 3,
        labels: labelled ? EventLabels(type: "meeting.tick", subject: id, meeting: id) : nil))
  }

  /// The messages to the router, as strings.
  var told: [String] { router.told.values.map { "\($0)" } }

  func stop() async { await loop.stop() }
}

/// A value that several threads may read and change.
final class Shared<Value: Sendable>: Sendable {
  private let storage: Locked<Value>
  init(_ value: Value) { storage = Locked(value) }
  var value: Value { storage.withLock { $0 } }
  func update(_ change: (inout Value) -> Void) { storage.withLock { change(&$0) } }
}

/// Records the published events.
final class RecordingPublisher: PreparedEventPublisher {
  let events = Recorder<String>()
  let subscribers = Shared(true)
  private let changed = Shared<(@Sendable () -> Void)?>(nil)

  var interest: UInt32 { subscribers.value ? 1 : 0 }

  /// Simulates a first subscriber, or the end of the last one.
  func subscribe(_ isAny: Bool, on loop: SocketLoop) async {
    subscribers.update { $0 = isAny }
    if let changed = changed.value { await loop.run(changed) }
  }

  func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool { true }

  func onInterest(_ body: @escaping @Sendable () -> Void) { changed.update { $0 = body } }

  func publish(_ data: Data, labels: EventLabels) {}

  func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer) {
    events.record(String(decoding: topic, as: UTF8.self) + String(decoding: json, as: UTF8.self))
  }
}
