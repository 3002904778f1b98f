import Bus
import Foundation
import ZeroMQ

/// Sends requests through a router to the echo service and takes the answers.
struct RequestRun {
  let commands: String
  let keys: ClientKeys?
  let context: Context
  let workload: BusWorkload

  struct Result {
    var answered: Int64 = 0
    var lost: Int64 = 0
    var latency = Histogram(highest: 60_000_000_000)
    var seconds = 0.0
    var samples: [Double] = []
  }

  /// - Parameter window: how many requests are under way at once.
  func run(window: Int) throws -> Result {
    let socket = try ThreadSocket(.dealer, in: context)
    defer { socket.close() }
    try socket.set(.sndhwm, to: 0)
    try socket.set(.rcvhwm, to: 0)
    try socket.use(keys)
    try socket.connect(commands)
    let ids = NumberedID(kind: 4, run: UInt32.random(in: 1...UInt32.max))
    let deadline = LoadClock.wallMs + workload.duration / 1_000_000 + 60_000
    let key = keys == nil ? "" : #","key":"\#(EchoService.key)""#
    var head = ByteMessage(
      #"STB1 CMD \#(EchoService.target) {"id":"\#(ids.text(0))","deadline":\#(deadline)\#(key)}"#)
    let filler = String(repeating: "x", count: max(0, workload.size - 10))
    let body = Array(#"{"pad":"\#(filler)"}"#.utf8)
    var result = Result()
    var intended: [Int64] = []
    var underWay = 0
    // Before it counts: connections, caches and the router's tables.
    let begin = LoadClock.now + 200_000_000
    let end = begin + workload.duration
    var nextSample = begin + 1_000_000_000
    var atSample: Int64 = 0
    let gap = workload.rate.map { Int64(1e9 / $0) }
    while true {
      var now = LoadClock.now
      if now >= end { break }
      while gap != nil ? begin + Int64(intended.count) * (gap ?? 0) <= now : underWay < window {
        head.set(intended.count)
        intended.append(gap.map { begin + Int64(intended.count) * $0 } ?? now)
        _ = try head.bytes.withUnsafeBytes { try socket.send($0, more: true) }
        _ = try body.withUnsafeBytes { try socket.send($0) }
        underWay += 1
        now = LoadClock.now
      }
      let until =
        gap.map { min(end, begin + Int64(intended.count) * $0) } ?? min(end, now + 100_000_000)
      guard socket.wait(until: LoadClock.instant(until)) else { continue }
      while underWay > 0, try socket.receive() {
        let now = LoadClock.now
        guard let number = ids.number(after: #""cause":""#, in: socket[0]),
          intended.indices.contains(number)
        else { continue }
        underWay -= 1
        if socket[0].count > 5, socket[0][5] == UInt8(ascii: "E") {
          try refused(socket)
          result.lost += 1
        } else if intended[number] >= begin {
          result.answered += 1
          result.latency.record(now - intended[number])
        }
        if now >= nextSample {
          result.samples.append(Double(result.answered - atSample))
          atSample = result.answered
          nextSample += 1_000_000_000
        }
        if gap == nil { break }
      }
    }
    result.seconds = Double(LoadClock.now - begin) / 1e9
    let patience = LoadClock.now + 2_000_000_000
    while underWay > 0, LoadClock.now < patience {
      guard socket.wait(until: LoadClock.instant(patience)) else { continue }
      while try socket.receive() { underWay -= 1 }
    }
    result.lost += Int64(max(0, underWay))
    return result
  }

  /// A request that was not answered as it should be is lost. One that may not be sent at all tells
  /// that the key is wrong.
  private func refused(_ socket: ThreadSocket) throws {
    guard socket.count > 1 else { return }
    let error = try BusJSON.decode(BusError.self, from: Data(socket[1]))
    if error.code == .denied { throw LoadFailure(error) }
  }
}
