import Bus
import Foundation
import ZeroMQ

/// The way to the timer: as its parent, to which it connects, or as a tool through a real router.
///
/// Confined to the thread that made it.
final class TimerLink {
  enum Place {
    /// We bind, and are the router.
    case parent(commands: String)
    /// We connect to one.
    case tool(RouterAccess)
  }

  /// Something that came.
  enum Incoming {
    case answer(request: Int, isError: Bool, body: UnsafeRawBufferPointer)
    case call(target: String, head: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer)
  }

  let isParent: Bool
  /// Where it is bound or connected.
  let endpoint: String
  private let socket: ThreadSocket
  private let requests: NumberedID
  private let replies = NumberedID(kind: 3, run: UInt32.random(in: 0...UInt32.max))
  private var replyNumber = 0
  private let router = UUID()
  /// The routing id of the timer; nil until it said hello.
  private var timer: [UInt8]?
  /// Messages that could not be sent.
  private(set) var unsent = 0

  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  init(_ place: Place, context: Context, requests: NumberedID) throws {
    self.requests = requests
    switch place {
    case .parent(let commands):
      isParent = true
      socket = try ThreadSocket(.router, in: context)
      try socket.set(.routerMandatory, to: true)
      try Self.open(socket)
      endpoint = try socket.bind(commands)
    case .tool(let router):
      isParent = false
      socket = try ThreadSocket(.dealer, in: context)
      try Self.open(socket)
      try socket.use(router.keys)
      try socket.connect(router.commands)
      endpoint = router.commands
    }
  }

  private static func open(_ socket: ThreadSocket) throws {
    // The schedule waits for nobody: what is not taken yet is kept here.
    try socket.set(.sndhwm, to: 0)
    try socket.set(.rcvhwm, to: 0)
    try socket.set(.maxMsgSize, to: Limits.bytes)
    try socket.set(.linger, to: 200)
  }

  /// Whether there is somebody to talk to.
  var isReady: Bool { !isParent || timer != nil }

  func close() { socket.close() }

  /// The timer is gone; another one will say hello.
  func forgetTimer() { timer = nil }

  func wait(until moment: Int64) { _ = socket.wait(until: LoadClock.instant(moment)) }

  func send(_ head: String, _ body: String) throws {
    if isParent {
      guard let timer else { return unsent += 1 }
      let result = try timer.withUnsafeBytes { try socket.send($0, more: true) }
      guard result == .sent else { return unsent += 1 }
    }
    // Once the first frame is taken there is room for the others.
    guard try socket.send(head, more: true) == .sent, try socket.send(body) == .sent else {
      return unsent += 1
    }
  }

  /// Shows the timer that its parent lives.
  func beat() throws {
    guard isReady else { return }
    try send(
      #"STB1 HB - {"id":"\#(nextReply())"}"#,
      isParent ? #"{"router":"\#(router.uuidString.lowercased())"}"# : "{}")
  }

  /// Answers a call.
  func finish(_ head: UnsafeRawBufferPointer, _ body: String) throws {
    guard let id = ByteScan.string(after: #""id":"#, in: head) else { return }
    try send(#"STB1 FIN - {"id":"\#(nextReply())","corr":"\#(id)","cause":"\#(id)"}"#, body)
  }

  private func nextReply() -> String {
    replyNumber += 1
    return replies.text(replyNumber)
  }

  /// Takes what has come, up to a number of messages; hellos and heartbeats it answers itself.
  /// - Returns: whether there may be more.
  func drain(_ limit: Int, _ take: (Incoming) throws -> Void) throws -> Bool {
    let first = isParent ? 1 : 0
    for _ in 0..<limit {
      guard try socket.receive() else { return false }
      guard socket.count > first else { continue }
      let head = socket[first]
      let body =
        socket.count > first + 1
        ? socket[first + 1] : UnsafeRawBufferPointer(start: nil, count: 0)
      let words = head.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard words.count == 4 else { continue }
      switch Kind(rawValue: String(decoding: words[1], as: UTF8.self)) {
      case .final, .error:
        guard let request = requests.number(after: #""cause":""#, in: head) else { continue }
        try take(
          .answer(
            request: request, isError: words[1].elementsEqual("ERR".utf8), body: body))
      case .delegate:
        try take(
          .call(target: String(decoding: words[2], as: UTF8.self), head: head, body: body))
      case .hello:
        timer = Array(socket[0])
        try reply(
          head,
          Welcome(
            router: router, minor: Manifest.minor, heartbeatMs: 1000, deadAfterMs: 3000, unbound: []
          ))
      case .bye: try reply(head, nil)
      default: continue
      }
    }
    return true
  }

  private func reply(_ head: UnsafeRawBufferPointer, _ welcome: Welcome?) throws {
    let header = try Head(parsing: head).header
    let body = try welcome.map { try BusJSON.encode($0) } ?? Data("{}".utf8)
    let message = Envelope.reply(.ok, to: header, body: body)
    try send(message.head.text, String(decoding: body, as: UTF8.self))
  }
}
