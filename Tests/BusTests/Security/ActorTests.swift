import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import AccessRights
@testable import Bus
@testable import BusRouter
@testable import RouterConnections

/// The actor in the header of a command, which only the router writes.
@Suite struct ActorTests {
  private static let tool = Rights(name: "ci", key: nil, roles: [.operator])
  private static let id = "6f1d0b86-2f5c-4f6e-9d6b-2f6a3c1e7a01"

  private func send(
    _ rig: inout CoreRig, _ head: String, body: String = "{}", as rights: Rights? = tool,
    from: ConnectionID = .tool
  ) {
    let message: Message = [Frame(head), Frame(body)]
    rig.perform(rig.core.receive(message, from: from, rights: rights, now: rig.now))
  }

  private func answers(
    _ head: String, as rights: Rights? = tool, from: ConnectionID = .tool
  ) -> (service: [Envelope], sender: [Envelope], denied: Int) {
    var rig = CoreRig()
    rig.hello(.first)
    send(&rig, head, as: rights, from: from)
    return (rig.answers(.first), rig.answers(.tool), rig.core.counters.denied)
  }

  /// A usual header, one that needs the slow parser, and those that try to hide an actor.
  @Test(arguments: [
    "{\"id\":\"\(id)\",\"idem\":\"x\"}", " {\"id\":\"\(id)\"} ",
    "{\"id\":\"\(id)\",\"idem\":\"ü\"}",
    "{\"id\":\"\(id)\",\"by\":null}",
    "{\"by\":null,\"id\":\"\(id)\",\"new\":{\"by\":\"tool/eve\"}}",
  ])
  func theRouterWritesTheActorOfAKey(header: String) {
    let (service, sender, _) = answers("STB1 CMD timer.start \(header)")
    #expect(service.map(\.head.header.by) == ["tool/ci"])
    #expect(service.first?.head.header.id.lowercaseText == Self.id)
    #expect(sender.isEmpty)
  }

  @Test func aCommandWithoutAKeyIsForwardedUnchanged() {
    let (service, _, _) = answers("STB1 CMD timer.start {\"id\":\"\(Self.id)\"}", as: nil)
    #expect(service.map(\.head.header.by) == [nil])
    #expect(service.count == 1)
  }

  @Test func theRoutersOwnCommandsHaveAnActor() {
    var rig = CoreRig()
    send(&rig, "STB1 CMD events.replay {\"id\":\"\(Self.id)\"}")
    #expect(rig.locals.map(\.envelope.head.header.by) == ["tool/ci"])
  }

  @Test func aCommandThatWaitsForItsServiceKeepsItsActor() {
    var rig = CoreRig()
    send(&rig, "STB1 CMD timer.start {\"id\":\"\(Self.id)\"}")
    #expect(rig.hello(.first).compactMap(\.head.header.by) == ["tool/ci"])
  }

  @Test(arguments: [true, false], ["tool/eve", "", "service/standups"])
  func aForgedActorIsDenied(hasKey: Bool, actor: String) {
    let head =
      "STB1 CMD timer.start {\"id\":\"\(Self.id)\",\"by\":\"\(actor)\",\"cause\":\"\(Self.id)\"}"
    let (service, sender, denied) = answers(head, as: hasKey ? Self.tool : nil)
    #expect(service.isEmpty)
    #expect(sender.codes == [.denied])
    #expect(sender.first?.busError.message.contains("Only the router writes “by”") == true)
    #expect(sender.map(\.head.header.by) == [nil])
    #expect(denied == 1)
  }

  @Test func anEscapedNameDoesNotHideAForgedActor() {
    let head = "STB1 CMD timer.start {\"id\":\"\(Self.id)\",\"b\\u0079\":\"tool/eve\"}"
    let (service, sender, _) = answers(head)
    #expect(service.isEmpty)
    #expect(sender.codes == [.denied])
  }

  @Test func aServicePassesOnTheActorOfACause() {
    var rig = CoreRig(children: ["timer": ["timer"], "focus": ["focus"]])
    rig.hello(.first)
    rig.hello(.second, "focus")
    let cause = Header(by: "tool/ann")
    rig.receive(Envelope(.command, target: "timer.start", header: cause.leading()), from: .second)
    #expect(rig.answers(.first).map(\.head.header.by) == ["tool/ann"])
    // A service that acts on its own has no actor to pass on.
    let own = Header(by: "tool/ann")
    rig.receive(Envelope(.command, target: "timer.start", header: own), from: .second)
    #expect(rig.answers(.first).isEmpty)
    #expect(rig.answers(.second).codes == [.denied])
  }

  @Test(arguments: ["tool/ann", nil])
  func aDelegateCallIsForwardedWithTheActorOfItsCause(actor: String?) {
    var rig = CoreRig()
    rig.hello(.first)
    let header = Header(by: actor).leading()
    rig.receive(Envelope(.delegate, target: "timer.finished", header: header), from: .first)
    #expect(rig.delegates.map(\.envelope.head.header.by) == [actor])
  }

  @Test(arguments: ["", "tool/ä", "tool/\n", "a b", String(repeating: "x", count: 161)])
  func anActorOfAnotherFormIsInvalid(actor: String) {
    var rig = CoreRig()
    rig.hello(.first)
    let header = Header(by: actor).leading()
    rig.receive(Envelope(.delegate, target: "timer.finished", header: header), from: .first)
    rig.receive(Envelope(.command, target: "timer.start", header: header), from: .first)
    #expect(rig.answers(.first).codes == [.invalid, .invalid])
    #expect(rig.delegates.isEmpty)
    #expect(rig.core.counters.malformed == 2)
  }

  @Test func aHeadWithoutRoomForTheActorIsTooLarge() {
    let start = "STB1 CMD timer.start {\"id\":\"\(Self.id)\",\"idem\":\""
    let stamp = Self.tool.stamp(for: .owner)
    for (length, fits) in [(Limits.headBytes - stamp.members.count, true), (4096, false)] {
      let idem = String(repeating: "x", count: length - start.utf8.count - 2)
      let (service, sender, _) = answers(start + idem + "\"}")
      #expect(service.count == (fits ? 1 : 0))
      #expect(sender.codes == (fits ? [] : [.tooLarge]))
    }
  }

  @Test func aMessageWithoutRoomForTheActorIsTooLarge() {
    var rig = CoreRig()
    rig.hello(.first)
    let head = "STB1 CMD timer.start {\"id\":\"\(Self.id)\"}"
    send(
      &rig, head, body: String(repeating: " ", count: Limits.bytes - head.utf8.count))
    #expect(rig.answers(.first).isEmpty)
    #expect(rig.answers(.tool).codes == [.tooLarge])
  }

  @Test func theActorIsPassedOnToAllThatResults() {
    let header = Header(by: "tool/ci", teams: "web ops")
    #expect(header.leading().by == "tool/ci" && header.leading().scope == .teams(["web", "ops"]))
    let attempts = CommandAttempts(CallOptions(cause: header), key: nil)
    #expect([1, 2].map { attempts.header($0).by } == ["tool/ci", "tool/ci"])
    #expect([1, 2].map { attempts.header($0).teams } == ["web ops", "web ops"])
    #expect(CommandAttempts(CallOptions(), key: nil).header(1).by == nil)
  }

  @Test(.needs(.curve)) func aToolsForgedActorIsDeniedOverItsConnection() async throws {
    try await withSecureBus { rig in
      let ann = try CurveKeyPair.generate()
      await rig.know((ann, "operator"))
      let tool = try await rig.tool(rig.source(ann))
      _ = try await tool.send(SecureRig.Health())
      let forged = CallOptions(timeoutMs: 60_000, cause: Header(by: "tool/eve"), retries: false)
      let error = try await busError {
        _ = try await tool.send(SecureRig.Health(), attachments: [], options: forged)
      }
      #expect(error.code == .denied)
      #expect(error.message.contains("Only the router"))
      #expect(await rig.router.refusals.denied == 1)
    }
  }
}
