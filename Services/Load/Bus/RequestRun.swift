import Bus
import Foundation
import ZeroMQ

/// Sends requests through a router and takes the answers. What is refused for now comes again when it may; its
/// latency is that of the attempt that was taken.
struct RequestRun {
  /// What is asked, again and again.
  struct Request {
    var target: String
    /// JSON; the number of the request goes wherever `000000000000` stands in it.
    var body: String
    /// After so many the numbers in the body begin again; nil for never.
    var cycle: Int?
    /// The work that it is about; nil for none.
    var key: String?
    /// Whether it changes something, and so has an idempotency key.
    var isIdempotent = false
  }

  /// When it is over.
  enum End {
    /// After a time, in nanoseconds, which counts from when all is warm.
    case after(Int64)
    /// When so many were answered.
    case count(Int)
  }

  /// How long nothing may come while something is under way before it is given up, in nanoseconds.
  private static let patience: Int64 = 30_000_000_000
  /// After so long without an answer a request goes again, where another router may have taken over, in nanoseconds. It
  /// does so with its id and its key, and its latency is that from when it was due first.
  private static let repeatAfter: Int64 = 1_000_000_000

  let commands: String
  let keys: ClientKeys?
  let context: Context
  let request: Request
  /// Requests a second on a schedule; nil as many as go through.
  var rate: Double?
  var stop = Stop()

  struct Result {
    var answered: Int64 = 0
    var lost: Int64 = 0
    var latency = Histogram(highest: 60_000_000_000)
    var seconds = 0.0
    var samples: [Double] = []
    /// How many were answered with an error, by its code; they are among the lost, but for those that
    /// were sent again.
    var refused: [String: Int64] = [:]
  }

  /// - Parameter window: how many requests are under way at once.
  func run(window: Int, until end: End) throws -> Result {
    let socket = try ThreadSocket(.dealer, in: context)
    defer { socket.close() }
    try socket.set(.sndhwm, to: 0)
    try socket.set(.rcvhwm, to: 0)
    try socket.use(keys)
    try socket.connect(toEach: commands)
    let ids = NumberedID(kind: 4, run: UInt32.random(in: 1...UInt32.max))
    let duration: Int64 = if case .after(let time) = end { time } else { 86_400_000_000_000 }
    let most: Int = if case .count(let count) = end { count } else { .max }
    let deadline = LoadClock.wallMs + duration / 1_000_000 + 60_000
    let key = request.key.map { #","key":"\#($0)""# } ?? ""
    let idem = request.isIdempotent ? #","idem":"\#(ids.text(0))""# : ""
    var head = ByteMessage(
      #"STB1 CMD \#(request.target) {"id":"\#(ids.text(0))","deadline":\#(deadline)\#(key)\#(idem)}"#
    )
    var body = ByteMessage(request.body)
    var result = Result()
    var heard = LoadClock.now
    var intended: [Int64] = []
    var underWay = 0
    let isPaired = commands.routerAddresses.count > 1
    // What is under way, and when it was sent last; only where routers take turns.
    var sent: [Int: Int64] = [:]
    var nextLook = LoadClock.now + Self.repeatAfter
    // Refused for now: when they may come again, which is nearly the order in which they were refused.
    var resting: [(at: Int64, number: Int)] = []
    // Before it counts: connections, caches and the router's tables.
    let begin = LoadClock.now + (most == .max ? 200_000_000 : 0)
    let end = begin + duration
    var nextSample = begin + 1_000_000_000
    var atSample: Int64 = 0
    let gap = rate.map { Int64(1e9 / $0) }
    func send(_ number: Int) throws {
      head.set(number)
      body.set(request.cycle.map { number % $0 } ?? number)
      guard try head.bytes.withUnsafeBytes({ try socket.send($0, more: true) }) == .sent else {
        return
      }
      _ = try body.bytes.withUnsafeBytes { try socket.send($0) }
    }
    while true {
      var now = LoadClock.now
      if now >= end || stop.isAsked || result.answered + result.lost >= most { break }
      guard underWay == 0 || now < heard + Self.patience else {
        throw LoadFailure(
          .unavailable, code: "no_answer",
          "“\(request.target)” had no reply for \(Self.patience / 1_000_000_000) s: check that all required"
            + " services are running.")
      }
      while true {
        let number: Int
        if let first = resting.first, first.at <= now {
          number = resting.removeFirst().number
          intended[number] = now
        } else if intended.count < most,
          gap.map({ begin + Int64(intended.count) * $0 <= now })
            ?? (underWay + resting.count < window)
        {
          number = intended.count
          intended.append(gap.map { begin + Int64(number) * $0 } ?? now)
        } else {
          break
        }
        try send(number)
        if isPaired { sent[number] = now }
        if underWay == 0 { heard = now }
        underWay += 1
        now = LoadClock.now
      }
      if isPaired, now >= nextLook {
        nextLook = now + Self.repeatAfter / 4
        for (number, at) in sent where at + Self.repeatAfter <= now {
          try send(number)
          sent[number] = now
        }
      }
      let until = min(
        gap.map { min(end, begin + Int64(intended.count) * $0) } ?? min(end, now + 100_000_000),
        resting.first?.at ?? .max, now + 200_000_000)
      guard socket.wait(until: LoadClock.instant(until)) else { continue }
      while underWay > 0, try socket.receive() {
        let now = LoadClock.now
        guard let number = ids.number(after: #""cause":""#, in: socket[0]),
          intended.indices.contains(number)
        else { continue }
        // Both routers may have had it answered.
        if isPaired, sent.removeValue(forKey: number) == nil { continue }
        underWay -= 1
        heard = now
        if socket[0].count > 5, socket[0][5] == UInt8(ascii: "E") {
          let error = try refused(socket)
          result.refused[error?.code.rawValue ?? "unreadable", default: 0] += 1
          if let error, let wait = pause(after: error, isPaired) {
            resting.append((now + Int64(wait) * 1_000_000, number))
          } else {
            result.lost += 1
          }
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

  /// After how many milliseconds what was refused for now comes again; nil if it does not. Between two routers that take
  /// turns that is all that may be asked again.
  private func pause(after error: BusError, _ isPaired: Bool) -> Int? {
    if error.code == .busy { return error.retryAfterMs }
    return isPaired && error.retryable ? error.retryAfterMs ?? 100 : nil
  }

  /// A request that was not answered as it should be is lost. One that may not be sent at all tells
  /// that the key is wrong.
  ///
  /// - Returns: the error; nil if it cannot be read.
  private func refused(_ socket: ThreadSocket) throws -> BusError? {
    guard socket.count > 1 else { return nil }
    let error = try BusJSON.decode(BusError.self, from: Data(socket[1]))
    if error.code == .denied { throw LoadFailure(error) }
    return error
  }
}
