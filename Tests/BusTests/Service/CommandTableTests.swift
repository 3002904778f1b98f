import Bus
import Foundation
import Testing

@Suite struct CommandTableTests {
  /// A command without members, which a decoder reads from any value.
  private struct Ping: BusCommand {
    typealias Reply = String
    static let target = "test.ping"
    static let traits = CommandTraits(access: .anyone)
  }

  private func send(_ body: String) async throws -> String {
    var table = CommandTable()
    table.on(Ping.self) { _, _ in "pong" }
    let commands = table
    let reply = try await commands.run(
      Ping.target, body: Data(body.utf8), call: Call(header: Header()))
    return String(decoding: reply, as: UTF8.self)
  }

  @Test(arguments: ["347", "-1.5e-9", "[]", "[{}]", "true", #""{}""#])
  func aBodyThatIsNotAnObjectIsRejected(body: String) async {
    let error = await #expect(throws: BusError.self) { try await send(body) }
    #expect(error?.code == .invalid)
  }

  @Test(arguments: ["{}", " \r\n\t{ }\n", #"{"unknown":[1]}"#])
  func anObjectIsAccepted(body: String) async throws {
    #expect(try await send(body) == #""pong""#)
  }
}
