import Bus
import Foundation
import ZeroMQ

/// Sends requests in turn through a router and receives the replies. A request that is rejected
/// temporarily is sent again when the router allows it. Its latency is that of the last attempt.
struct RequestRun {
  /// A request to repeat.
  struct Request: Sendable {
    var target: String
    /// JSON body, in which the number of the request replaces each `000000000000`.
    var body: String
    /// Number of requests after which the numbers in the body repeat; nil for never.
    var cycle: Int?
    /// Routing key; nil for none.
    var key: String?
    /// Id of the person for whom the request is sent, with the key of the gateway; nil for none.
    var person: String?
    /// True if the request changes something and has an idempotency key.
    var isIdempotent = false

    /// Head of the request with an id, whose number `ByteMessage` replaces.
    fileprivate func head(id: String, deadline: Int64) -> ByteMessage {
      let key = key.map { #","key":"\#($0)""# } ?? ""
      let person = person.map { #","for":"person/\#($0)""# } ?? ""
      let idem = isIdempotent ? #","idem":"\#(id)""# : ""
      return ByteMessage(
        #"STB1 CMD \#(target) {"id":"\#(id)","deadline":\#(deadline)\#(key)\#(person)\#(idem)}"#)
    }
  }

  /// Condition that ends the run.
  enum End {
    /// After a time, in nanoseconds, counted from the end of the warm-up.
    case after(Int64)
    /// After a number of replies.
    case count(Int)
  }

  /// Maximum time without a reply while requests are in flight, in nanoseconds. After that, the run
  /// fails.
  private static let patience: Int64 = 30_000_000_000
  /// Time without a reply after which a request is sent again, in nanoseconds, but only if another
  /// router may have taken over. The request keeps its id and key, and its latency is measured from
  /// the time when it was first due.
  private static let repeatAfter: Int64 = 1_000_000_000

  let commands: String
  let keys: ClientKeys?
  let context: Context
  /// At least one.
  let requests: [Request]
  /// Scheduled requests per second; nil sends as fast as possible.
  var rate: Double?
  var stop = Stop()

  struct Result {
    var answered: Int64 = 0
    var lost: Int64 = 0
    var latency = Histogram(highest: 60_000_000_000)
    var seconds = 0.0
    var samples: [Double] = []
    /// Number of error replies, by code. They count as lost, except for those that were sent again.
    var refused: [String: Int64] = [:]
  }

  /// Sends requests until the end condition is met.
  ///
  /// - Parameter window: maximum number of requests in flight.
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
    var messages = requests.map {
      (head: $0.head(id: ids.text(0), deadline: deadline), body: ByteMessage($0.body))
    }
    var result = Result()
    var heard = LoadClock.now
    var intended: [Int64] = []
    var underWay = 0
    let isPaired = commands.routerAddresses.count > 1
    // Time at which each request in flight was last sent; used only with redundant routers.
    var sent: [Int: Int64] = [:]
    var nextLook = LoadClock.now + Self.repeatAfter
    // Temporarily rejected requests, each with the time of its next attempt, approximately in order
    // of time.
    var resting: [(at: Int64, number: Int)] = []
    // The warm-up of connections, caches and the router's tables is not measured.
    let begin = LoadClock.now + (most == .max ? 200_000_000 : 0)
    let end = begin + duration
    var nextSample = begin + 1_000_000_000
    var atSample: Int64 = 0
    let gap = rate.map { Int64(1e9 / $0) }
    func send(_ number: Int) throws {
      let index = number % requests.count
      messages[index].head.set(number)
      messages[index].body.set(requests[index].cycle.map { number % $0 } ?? number)
      guard
        try messages[index].head.bytes
          .withUnsafeBytes({ try socket.send($0, more: true) }) == .sent
      else { return }
      _ = try messages[index].body.bytes.withUnsafeBytes { try socket.send($0) }
    }
    while true {
      var now = LoadClock.now
      if now >= end || stop.isAsked || result.answered + result.lost >= most { break }
      guard underWay == 0 || now < heard + Self.patience else {
        throw LoadFailure(
          .unavailable, code: "no_answer",
          "“\(requests[0].target)” received no reply for \(Self.patience / 1_000_000_000) s: check that all required"
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
        // Both routers may have forwarded the request, so a second reply may arrive.
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

  /// Delay after which a rejected request is sent again, in milliseconds; nil if it is not sent
  /// again. With redundant routers, every retryable error is retried.
  private func pause(after error: BusError, _ isPaired: Bool) -> Int? {
    if error.code == .busy { return error.retryAfterMs }
    return isPaired && error.retryable ? error.retryAfterMs ?? 100 : nil
  }

  /// Decodes an error reply, which counts as a lost request. `denied` means that the key is wrong
  /// and ends the run.
  ///
  /// - Returns: the error; nil if it cannot be decoded.
  private func refused(_ socket: ThreadSocket) throws -> BusError? {
    guard socket.count > 1 else { return nil }
    let error = try BusJSON.decode(BusError.self, from: Data(socket[1]))
    if error.code == .denied { throw LoadFailure(error) }
    return error
  }
}
