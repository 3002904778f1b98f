import Bus
import Foundation
import Synchronization
import Threads
import ZeroMQ

/// Publishes events through a router to one or more subscribers.
struct EventRun {
  let events: String
  let ingest: String
  let keys: ClientKeys?
  let context: Context
  let workload: BusWorkload
  var stop = Stop()
  /// Topic of the subscriptions.
  private static let topic = "t/load.event/"
  /// Without a schedule, maximum number of published events that some subscriber has not received
  /// yet. It is smaller than any queue on the path, so that no event is dropped.
  private static let window = 4000

  struct Result: Sendable {
    var published: Int64 = 0
    /// Total number of deliveries to all subscribers.
    var delivered: Int64 = 0
    var latency = Histogram(highest: 60_000_000_000)
    var seconds = 0.0
    var samples: [Double] = []
  }

  /// State that the two threads share.
  private final class Board: Sendable {
    let published = Atomic<Int>(0)
    /// Number of events that the slowest subscriber has received.
    let received = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let result = Locked<Swift.Result<Result, LoadFailure>?>(nil)
    let isReady = Atomic<Bool>(false)
  }

  func run(subscribers: Int) throws -> Result {
    let board = Board()
    Thread.detachNewThread {
      let result: Swift.Result<Result, LoadFailure>
      do {
        result = .success(try receive(subscribers, board))
      } catch {
        result = .failure(LoadFailure(error))
      }
      board.result.withLock { $0 = result }
    }
    let published = try publish(board)
    board.isOver.store(true, ordering: .releasing)
    while true {
      if let result = board.result.withLock({ $0 }) {
        var result = try result.get()
        result.published = Int64(published.count)
        result.seconds = published.seconds
        result.samples = published.samples
        return result
      }
      usleep(1000)
    }
  }

  private func publish(_ board: Board) throws -> (count: Int, seconds: Double, samples: [Double]) {
    let socket = try ThreadSocket(.pub, in: context)
    defer { socket.close() }
    try socket.set(.sndhwm, to: 0)
    try socket.use(keys)
    try socket.connect(toEach: ingest)
    let filler = String(repeating: "x", count: max(0, workload.size - 97))
    var message = ByteMessage(
      #"\#(Self.topic)load/ {"at":"000000000000","type":"load.event","subject":"load","pad":"\#(filler)"}"#
    )
    let start = LoadClock.now
    // Until the first subscriber receives an event, the publisher's socket may not know any
    // subscription.
    while !board.isReady.load(ordering: .acquiring) {
      try check(board, start)
      message.set(0)
      _ = try message.bytes.withUnsafeBytes { try socket.send($0) }
      usleep(2000)
    }
    usleep(100_000)
    let begin = LoadClock.now
    let end = begin + workload.duration
    var count = 0
    var samples: [Double] = []
    var atSample = 0
    let gap = workload.rate.map { 1e9 / $0 }
    while true {
      let now = LoadClock.now
      if now >= end || stop.isAsked { break }
      if now >= begin + Int64(samples.count + 1) * 1_000_000_000 {
        samples.append(Double(count - atSample))
        atSample = count
      }
      let limit =
        gap.map { Int(Double(now - begin) / $0) + 1 }
        ?? board.received.load(ordering: .relaxed) + Self.window
      guard count < limit else {
        usleep(gap == nil ? 20 : 50)
        continue
      }
      for _ in 0..<min(64, limit - count) {
        count += 1
        let intended = gap.map { begin + Int64(Double(count - 1) * $0) } ?? LoadClock.now
        // Nanoseconds modulo 2^48 are unique for three days.
        message.set(Int(intended & 0xFFFF_FFFF_FFFF))
        _ = try message.bytes.withUnsafeBytes { try socket.send($0) }
      }
      board.published.store(count, ordering: .relaxed)
    }
    let seconds = Double(LoadClock.now - begin) / 1e9
    let patience = LoadClock.now + 2_000_000_000
    while board.received.load(ordering: .relaxed) < count, LoadClock.now < patience { usleep(500) }
    return (count, seconds, samples)
  }

  private func check(_ board: Board, _ start: Int64) throws {
    try stop.check()
    if let result = board.result.withLock({ $0 }) { _ = try result.get() }
    guard LoadClock.now - start < 10_000_000_000 else {
      throw LoadFailure(
        .unavailable, code: "no_events",
        "No event arrived: check that a router is running there and that this key may publish and subscribe."
      )
    }
  }

  private func receive(_ subscribers: Int, _ board: Board) throws -> Result {
    let sockets = try (0..<subscribers).map { _ in
      let socket = try ThreadSocket(.sub, in: context)
      try socket.set(.rcvhwm, to: 0)
      try socket.set(.sndhwm, to: 0)
      try socket.set(.subscribe, to: Array(Self.topic.utf8))
      try socket.use(keys)
      try socket.connect(toEach: events)
      return socket
    }
    defer { for socket in sockets { socket.close() } }
    var result = Result()
    var counts = Array(repeating: 0, count: subscribers)
    var hasProbe = Array(repeating: false, count: subscribers)
    let prefix = Self.topic.utf8.count + #"load/ {"at":""#.utf8.count
    while !board.isOver.load(ordering: .acquiring) {
      guard ThreadSocket.wait(for: sockets, until: .now.advanced(by: .milliseconds(50))) else {
        continue
      }
      for (index, socket) in sockets.enumerated() {
        for _ in 0..<64 {
          guard try socket.receive() else { break }
          let bytes = socket[0]
          guard bytes.count > prefix + 12,
            let at = ByteScan.hex(bytes[prefix..<(prefix + 12)])
          else { continue }
          guard at != 0 else {
            hasProbe[index] = true
            continue
          }
          counts[index] += 1
          result.delivered += 1
          let late = (UInt64(LoadClock.now) &- at) & 0xFFFF_FFFF_FFFF
          result.latency.record(Int64(late))
        }
      }
      if !hasProbe.contains(false) { board.isReady.store(true, ordering: .releasing) }
      board.received.store(counts.min() ?? 0, ordering: .relaxed)
    }
    return result
  }
}
