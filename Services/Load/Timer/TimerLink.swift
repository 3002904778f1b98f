import Bus
import Foundation
import ZeroMQ

/// Connection to the timers. The tester is either a simulated router to which they connect, or a
/// tool that uses a real router.
///
/// The simulated router supports timers that share their work: it sends each command to the owner
/// of its key, notifies each timer of the others, and removes timers that are unreachable.
///
/// Confined to the thread that created it.
final class TimerLink {
  enum Place {
    /// The tester binds the endpoint and acts as the router.
    case parent(commands: String)
    /// The tester connects to a router.
    case tool(RouterAccess)
  }

  /// A received message.
  enum Incoming {
    case answer(request: Int, isError: Bool, body: UnsafeRawBufferPointer)
    case call(target: String, head: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer)
  }

  let isParent: Bool
  /// Bound or connected endpoint.
  let endpoint: String
  private let socket: ThreadSocket
  private let requests: NumberedID
  private let replies = NumberedID(kind: 3, run: UInt32.random(in: 0...UInt32.max))
  private var replyNumber = 0
  private let router = UUID()
  /// Registered timers.
  private(set) var members = TimerMembers()
  /// Number of messages that could not be sent.
  private(set) var unsent = 0

  /// Binds or connects the socket.
  ///
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
      try socket.connect(toEach: router.commands)
      endpoint = router.commands
    }
  }

  private static func open(_ socket: ThreadSocket) throws {
    // Messages queue here without a limit, so that sending does not delay the schedule.
    try socket.set(.sndhwm, to: 0)
    try socket.set(.rcvhwm, to: 0)
    try socket.set(.maxMsgSize, to: Limits.bytes)
    try socket.set(.linger, to: 200)
  }

  /// True if there is a recipient for commands.
  var isReady: Bool { !isParent || !members.all.isEmpty }

  func close() { socket.close() }

  /// Removes all timers, because they have ended and another one will register.
  func forgetTimer() { members.removeAll() }

  func wait(until moment: Int64) { _ = socket.wait(until: LoadClock.instant(moment)) }

  /// Sends a command to the owner of its routing key.
  func send(_ head: String, _ body: String, key: String) throws {
    guard isParent else { return try put(head, body) }
    guard let owner = members.owner(of: key) else { return unsent += 1 }
    try send(head, body, to: owner.route)
  }

  private func send(_ head: String, _ body: String, to route: [UInt8]) throws {
    switch try route.withUnsafeBytes({ try socket.send($0, more: true) }) {
    case .sent: try put(head, body)
    case .wouldBlock: unsent += 1
    case .hostUnreachable:
      unsent += 1
      if members.remove(route) { try tellMembers() }
    }
  }

  // Once the first frame is accepted, there is room for the others.
  private func put(_ head: String, _ body: String) throws {
    guard try socket.send(head, more: true) == .sent, try socket.send(body) == .sent else {
      return unsent += 1
    }
  }

  /// Sends a heartbeat to each timer, and detects timers that have disconnected.
  func beat() throws {
    if isParent { try tellMembers() } else { try put(beatHead, "{}") }
  }

  /// Sends the list of timers to each of them. If one has disconnected, the others are notified
  /// again.
  private func tellMembers() throws {
    let round = members.changes
    let pulse = try text(Pulse(router: router, instances: members.all.map(\.instance)))
    for member in members.all {
      if try member.route.withUnsafeBytes({ try socket.send($0, more: true) }) == .sent {
        try put(beatHead, pulse)
      } else {
        _ = members.remove(member.route)
      }
    }
    if members.changes != round { try tellMembers() }
  }

  private var beatHead: String { #"STB1 HB - {"id":"\#(nextReply())"}"# }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try BusJSON.encode(value), as: UTF8.self)
  }

  /// Replies to the call that is being processed.
  func finish(_ head: UnsafeRawBufferPointer, _ body: String) throws {
    guard let id = ByteScan.string(after: #""id":"#, in: head) else { return }
    let answer = #"STB1 FIN - {"id":"\#(nextReply())","corr":"\#(id)","cause":"\#(id)"}"#
    // A caller that has disconnected needs no reply; the next heartbeat detects it.
    if isParent { guard try socket.send(socket[0], more: true) == .sent else { return } }
    try put(answer, body)
  }

  private func nextReply() -> String {
    replyNumber += 1
    return replies.text(replyNumber)
  }

  /// Processes received messages, up to a limit, and answers registrations and heartbeats.
  /// - Returns: true if there may be more.
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
      case .hello: try welcome(head, body)
      case .bye: try reply(.ok, to: head, "{}")
      default: continue
      }
    }
    return true
  }

  private func welcome(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) throws {
    guard let instance = ByteScan.string(after: #""instance":"#, in: body).flatMap(UUID.init(text:))
    else {
      return
    }
    let isNew = members.hello(instance, at: Array(socket[0]))
    let welcome = Welcome(
      router: router, minor: Manifest.minor, heartbeatMs: 1000, deadAfterMs: 3000, unbound: [],
      instances: members.all.map(\.instance))
    try reply(.ok, to: head, try text(welcome))
    if isNew, members.all.count > 1 { try tellMembers() }
  }

  private func reply(_ kind: Kind, to head: UnsafeRawBufferPointer, _ body: String) throws {
    let message = Envelope.reply(kind, to: try Head(parsing: head).header)
    guard try socket.send(socket[0], more: true) == .sent else { return }
    try put(message.head.text, body)
  }
}
