import Bus
import Foundation
import Threads
import ZeroMQ

/// Service that answers each command with its own body. It receives the requests of the test.
///
/// It registers as the timer, because a router accepts only known services.
final class EchoService: Sendable {
  static let target = "timer.echo"
  /// Routing key of the commands. A tool with the role `loadtest` may access only its own entities.
  static let key = OwnedID(OwnedID.load, "echo").description

  /// Returns the request that this service answers.
  ///
  /// - Parameter bytes: size of the body.
  static func request(bytes: Int, isKeyed: Bool) -> RequestRun.Request {
    let filler = String(repeating: "x", count: max(0, bytes - 10))
    return RequestRun.Request(
      target: target, body: #"{"pad":"\#(filler)"}"#, key: isKeyed ? key : nil)
  }

  let worker = Worker()
  private let welcome = Locked(false)

  /// True if the router has accepted the registration.
  var isWelcome: Bool { welcome.withLock { $0 } }

  /// Starts the service's thread.
  func start(_ commands: String, _ keys: ClientKeys?, context: Context) {
    worker.start { try self.run(commands, keys, context) }
  }

  private func run(_ commands: String, _ keys: ClientKeys?, _ context: Context) throws {
    let socket = try ThreadSocket(.dealer, in: context)
    defer { socket.close() }
    try socket.set(.sndhwm, to: 0)
    try socket.set(.rcvhwm, to: 0)
    try socket.use(keys)
    try socket.connect(toEach: commands)
    let zeros = "00000000-0000-4000-8000-000000000000"
    var reply = ByteMessage(#"STB1 FIN - {"id":"\#(zeros)","cause":"\#(zeros)"}"#)
    let cause = (reply.place(of: #""cause":""#) ?? 0) + 9
    let access = keys == nil ? CommandAccess.anyone : .owner
    var number = 0
    var nextBeat: Int64 = 0
    while !worker.isStopped {
      let now = LoadClock.now
      if now >= nextBeat {
        nextBeat = now + 500_000_000
        try show(socket, access)
      }
      guard socket.wait(until: LoadClock.instant(nextBeat)) else { continue }
      for _ in 0..<256 {
        guard try socket.receive() else { break }
        guard socket.count > 1, socket[0].count > 8 else { continue }
        let head = socket[0]
        switch head[5] {
        case UInt8(ascii: "C"):
          guard let id = ByteScan.find(#""id":""#, in: head), id + 42 <= head.count else {
            continue
          }
          number += 1
          reply.set(number)
          reply.put(head[(id + 6)..<(id + 42)], at: cause)
          // If the router has disconnected, the reply is not needed.
          guard try reply.bytes.withUnsafeBytes({ try socket.send($0, more: true) }) == .sent
          else { continue }
          _ = try socket.send(socket[1])
        case UInt8(ascii: "E"):
          // The key does not allow registering as a timer.
          let error = try BusJSON.decode(BusError.self, from: Data(socket[1]))
          if error.code == .denied { throw LoadFailure(error) }
        case UInt8(ascii: "O"): welcome.withLock { $0 = true }
        case UInt8(ascii: "R"):
          welcome.withLock { $0 = false }
          try show(socket, access)
        default: continue
        }
      }
    }
    if try socket.send(#"STB1 BYE timer {"id":"\#(id())"}"#, more: true) == .sent {
      _ = try socket.send("{}")
      usleep(20_000)
    }
  }

  private let instance = UUID().uuidString

  private func id() -> String { UUID().lowercaseText }

  /// Sends the registration, or a heartbeat once it is accepted.
  private func show(_ socket: ThreadSocket, _ access: CommandAccess) throws {
    let isWelcome = self.isWelcome
    let head = #"STB1 \#(isWelcome ? "HB" : "HELLO") timer {"id":"\#(id())"}"#
    guard try socket.send(head, more: true) == .sent else { return }
    _ = try socket.send(
      isWelcome
        ? "{}"
        : #"{"capacity":1024,"commands":[{"access":"\#(access.rawValue)","target":"#
          + #""\#(Self.target)"}],"delegates":[],"instance":"\#(instance)","isSharded":true,"#
          + #""minor":0,"service":"timer"}"#)
  }
}
