import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import RouterConnections
@testable import Bus
@testable import BusRouter

@Suite struct ChildrenTests {
  @Test func helloIsAnsweredAndTold() throws {
    var rig = CoreRig()
    let instance = UUID()
    let answer = rig.hello(.first, instance: instance, delegates: ["timer.finished", "timer.odd"])
    #expect(answer.kinds == [.ok])
    let welcome = try BusJSON.decode(Welcome.self, from: answer[0].body)
    #expect(welcome.router == rig.core.id)
    #expect(welcome.unbound == ["timer.odd"])
    #expect(
      rig.takeNotices() == [
        .serviceUp(service: "timer", instance: instance),
        .unbound(service: "timer", message: "timer.odd", wasSent: false),
      ])
    // Registers again over the same connection: accepted, and nothing new to report.
    #expect(rig.hello(.first, instance: instance).kinds == [.ok])
    #expect(rig.takeNotices().isEmpty)
    #expect(rig.problem == nil)
  }

  @Test(arguments: [
    "{}", "[]", "{", #"{"service":"","instance":"x"}"#,
  ])
  func aBadManifestIsInvalid(body: String) {
    var rig = CoreRig()
    rig.receive(
      Envelope(.hello, target: "timer", header: Header(), body: Data(body.utf8)), from: .first)
    #expect(rig.answers(.first).codes == [.invalid])
    #expect(rig.core.instances.isEmpty)
  }

  /// Names appear in lists of services, so they must be short and plain.
  @Test(arguments: [
    "", "a b", "a/b", "é", "a\u{1}", String(repeating: "x", count: Limits.targetBytes + 1),
  ])
  func aNameThatCannotBeSentTo(name: String) throws {
    var rig = CoreRig()
    #expect(rig.hello(.first, delegates: ["timer.finished", name]).codes == [.invalid])
    var commands = Manifest(
      ServiceDefinition(name: "timer", commands: CommandTable()), instance: UUID())
    commands.commands = [.init(target: name, access: .member)]
    #expect(commands.problem?.contains("commands[0]") == true)
    commands.commands = []
    #expect(commands.problem == nil)
    commands.service = name
    #expect(commands.problem?.contains("service") == true)
    #expect(rig.core.instances.isEmpty)
  }

  @Test(arguments: [0, -1, Int.max])
  func aCapacityIsBounded(capacity: Int) {
    var rig = CoreRig()
    #expect(rig.hello(.first, capacity: capacity).codes == [.invalid])
  }

  /// A load tester does not count as an instance, and is forgotten when it stops its heartbeats.
  @Test func aServiceThatLoadsIsNoted() throws {
    var rig = CoreRig()
    let instance = UUID()
    func load(_ connection: ConnectionID) throws -> [Envelope] {
      var manifest = Manifest(
        ServiceDefinition(name: "timer", commands: CommandTable(), isLoading: true),
        instance: instance)
      #expect(manifest.isLoading == true && manifest.problem == nil)
      manifest.capacity = 1
      rig.receive(
        Envelope(
          .hello, target: "timer", header: Header(), body: try BusJSON.encode(manifest)),
        from: connection)
      return rig.answers(connection)
    }
    #expect(try load(.first).codes == [.busy])
    #expect(rig.core.report.services.map(\.isLoading) == [true])
    #expect(rig.core.instances.isEmpty && rig.takeNotices().isEmpty)
    rig.advance(2000)
    #expect(try load(.first).codes == [.busy])
    rig.advance(2000)
    #expect(rig.core.report.services.count == 1)
    // Then it registers over its own connection.
    #expect(rig.hello(.second, instance: instance).kinds == [.ok])
    #expect(rig.core.report.services.map(\.isLoading) == [false])
    // A load tester that waits for a taken name is not reported.
    #expect(try load(.first).codes == [.busy])
    #expect(rig.core.report.services.map(\.isLoading) == [false])
    #expect(rig.problem == nil)
  }

  @Test func goodbyeDrainsAndThenLeaves() {
    var rig = CoreRig()
    let instance = UUID()
    rig.hello(.first, instance: instance)
    rig.command(from: .tool)
    let work = rig.answers(.first)
    rig.receive(Envelope(.bye, target: "timer", header: Header()), from: .first)
    #expect(rig.answers(.first).kinds == [.ok])
    // New work waits for the next instance; the old one completes its own.
    let waiting = rig.command(from: .tool)
    #expect(rig.answers(.first).isEmpty)
    rig.finish(work[0], from: .first)
    #expect(rig.answers(.tool).kinds == [.final])
    rig.receive(Envelope(.bye, target: "timer", header: Header()), from: .first)
    #expect(rig.takeNotices().last == .serviceDown(service: "timer", instance: instance))
    #expect(rig.core.counters.lost == 0)
    rig.hello(.second)
    #expect(rig.answers(.second).isEmpty)
    #expect(rig.core.pending[waiting]?.service == .second)
    #expect(rig.problem == nil)
  }

  @Test func aSecondInstanceWaitsAndTheFirstIsAskedForASign() {
    var rig = CoreRig()
    rig.hello(.first)
    let refused = rig.hello(.second)
    #expect(refused.codes == [.busy])
    #expect(refused[0].busError.detail?[BusError.otherInstance] != nil)
    #expect(rig.take(.first).kinds == [.heartbeat])
    #expect(rig.core.waiting.probed.isEmpty)
    rig.gone = [.first]
    #expect(rig.hello(.second).kinds == [.ok])
    #expect(rig.core.counters.lost == 1)
    #expect(rig.problem == nil)
  }

  @Test func theSameRunOverANewConnectionReplacesTheOld() {
    var rig = CoreRig()
    let instance = UUID()
    rig.hello(.first, instance: instance)
    rig.command(from: .tool)
    #expect(rig.hello(.second, instance: instance).kinds == [.ok])
    // The work may have been lost with the connection.
    #expect(rig.answers(.tool).codes == [.unavailable])
    #expect(rig.core.instances.count == 1)
    #expect(rig.problem == nil)
  }

  @Test func anotherRunOverTheSameConnectionReplacesTheOld() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    #expect(rig.hello(.first).kinds == [.command, .ok])
    #expect(rig.answers(.tool).codes == [.unavailable])
    #expect(rig.problem == nil)
  }

  @Test func aSilentServiceIsLostAndItsCommandsAnswered() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    rig.advance(2900)
    #expect(rig.answers(.tool).isEmpty)
    rig.heartbeat(.first)
    rig.advance(2900)
    #expect(rig.core.instances.count == 1)
    rig.advance(200)
    #expect(rig.core.instances.isEmpty)
    #expect(rig.answers(.tool).codes == [.unavailable])
    // It resumes.
    _ = rig.take(.first)
    rig.heartbeat(.first)
    #expect(rig.take(.first).kinds == [.rehello])
    #expect(rig.problem == nil)
  }

  @Test func aRouterThatWasSuspendedKeepsItsServices() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.hello(.second, "other")
    rig.advance(100)
    rig.jump(60_000)
    #expect(rig.core.instances.count == 2)
    rig.advance(3100)
    #expect(rig.core.instances.isEmpty)
  }

  @Test func heartbeatsAreAnsweredAndStrangersAskedForAHello() throws {
    var rig = CoreRig()
    rig.heartbeat(.tool, "-")
    let answer = rig.take(.tool)
    #expect(answer.kinds == [.heartbeat])
    #expect(try BusJSON.decode(Pulse.self, from: answer[0].body).router == rig.core.id)
    rig.heartbeat(.first)
    #expect(rig.take(.first).kinds == [.rehello])
    rig.receive(Envelope(.delegate, target: "timer.finished", header: Header()), from: .first)
    #expect(rig.take(.first).kinds == [.rehello])
    rig.receive(Envelope(.final, header: Header(cause: UUID())), from: .first)
    #expect(rig.take(.first).kinds == [.rehello])
  }

  @Test func onlyTheRouterSaysOK() {
    var rig = CoreRig()
    rig.receive(Envelope(.ok, header: Header()), from: .tool)
    rig.receive(Envelope(.rehello, header: Header()), from: .tool)
    #expect(rig.answers(.tool).codes == [.invalid, .invalid])
  }

  @Test func malformedMessagesAreAnsweredUnderTheirID() {
    var rig = CoreRig()
    let id = UUID()
    rig.receive([Frame("STB1 NOPE x {\"id\":\"\(id)\"}")], from: .tool)
    rig.receive([], from: .tool)
    rig.receive([Frame([0xFF])], from: .tool)
    rig.receive(Message(Array(repeating: Frame(), count: 9)), from: .tool)
    let answers = rig.answers(.tool)
    #expect(answers.codes == [.invalid, .invalid, .version, .tooLarge])
    #expect(answers[0].head.header.cause == id)
    #expect(rig.core.counters.malformed == 4)
  }
}

@Suite struct DelegateTests {
  func call(_ target: String = "timer.finished", id: UUID = UUID(), deadline: Int64? = nil)
    -> Envelope
  {
    Envelope(.delegate, target: target, header: Header(id: id, deadline: deadline, idem: "x"))
  }

  @Test func aBoundMessageGoesToItsBindingOnce() {
    var rig = CoreRig()
    let instance = UUID()
    rig.hello(.first, instance: instance)
    let envelope = call()
    rig.receive(envelope, from: .first)
    #expect(rig.delegates.count == 1)
    // The connection breaks, and the call is sent again.
    rig.hello(.second, instance: instance)
    rig.receive(envelope, from: .second)
    #expect(rig.delegates.count == 1)
    #expect(!rig.core.isIdle)
    rig.perform(rig.core.answerDelegate(rig.delegates[0], with: .success(Data("{}".utf8))))
    #expect(rig.answers(.second).kinds == [.final])
    #expect(rig.answers(.first).isEmpty)
    #expect(rig.core.isIdle)
  }

  /// Otherwise the sender would wait for a reply until its timeout.
  @Test func aReplyThatIsTooLargeIsAnErrorOfTheCall() {
    var rig = CoreRig()
    rig.hello(.first)
    let envelope = call()
    rig.receive(envelope, from: .first)
    let large = Data(repeating: UInt8(ascii: " "), count: Limits.bytes + 1)
    rig.perform(rig.core.answerDelegate(rig.delegates[0], with: .success(large)))
    let answers = rig.answers(.first)
    #expect(answers.codes == [.tooLarge])
    #expect(answers.map(\.head.header.cause) == [envelope.head.header.id])
  }

  @Test func aServiceThatIsNotOursHasAShareOfTheDelegateCalls() {
    var rig = CoreRig {
      $0.unlimitedServices = ["timer"]
      $0.limitedCalls = 2
      $0.limitedBytes = 100
      $0.bound.insert("polls.odd")
    }
    rig.hello(.first, "polls", delegates: ["polls.odd"])
    rig.hello(.second)
    func odd(bytes: Int) -> Envelope {
      Envelope(
        .delegate, target: "polls.odd", header: Header(idem: "x"),
        body: Data(repeating: UInt8(ascii: "1"), count: bytes))
    }
    rig.receive(odd(bytes: 101), from: .first)
    #expect(rig.answers(.first).codes == [.busy])
    for _ in 0..<2 { rig.receive(odd(bytes: 50), from: .first) }
    #expect(rig.delegates.count == 2)
    rig.receive(odd(bytes: 0), from: .first)
    #expect(rig.answers(.first).codes == [.busy])
    // Others are not affected.
    for _ in 0..<3 { rig.receive(call(), from: .second) }
    #expect(rig.delegates.count == 5)
    rig.perform(rig.core.answerDelegate(rig.delegates[0], with: .success(Data("{}".utf8))))
    rig.receive(odd(bytes: 50), from: .first)
    #expect(rig.delegates.count == 6)
  }

  @Test func anUnboundMessageIsLoud() throws {
    var rig = CoreRig()
    rig.hello(.first, delegates: ["timer.odd"])
    _ = rig.takeNotices()
    rig.receive(call("timer.odd"), from: .first)
    #expect(rig.answers(.first).codes == [.unbound])
    let notices = rig.takeNotices()
    #expect(notices.first == .unbound(service: "timer", message: "timer.odd", wasSent: true))
    guard case .deadLetter(let letter)? = notices.last else { throw Unexpected("no dead letter") }
    #expect(letter.error.code == .unbound)
    #expect(rig.core.counters.unbound == 1)
  }

  @Test func anUnboundMessageIsRejectedWithTheRemedy() {
    var rig = CoreRig { $0.unboundRemedy = "Bind it." }
    rig.hello(.first, delegates: ["timer.odd"])
    rig.receive(call("timer.odd"), from: .first)
    #expect(
      rig.answers(.first).map(\.busError.message) == ["No binding handles “timer.odd”. Bind it."])
  }

  @Test func whatWasNotDeclaredOrBelongsToAnotherIsDenied() {
    var rig = CoreRig { $0.senders = ["timer.finished": ["timer"]] }
    rig.hello(.first, delegates: [])
    rig.receive(call(), from: .first)
    #expect(rig.answers(.first).codes == [.denied])
    rig.hello(.second, "thief")
    rig.receive(call(), from: .second)
    #expect(rig.answers(.second).codes == [.denied])
    #expect(rig.delegates.isEmpty)
  }

  @Test func aServiceOutsideTheIntegrationGetsTheRemedy() {
    var rig = CoreRig {
      $0.senders = ["timer.finished": ["timer"]]
      $0.senderRemedy = "Name it."
    }
    rig.hello(.first, "thief")
    rig.receive(call(), from: .first)
    rig.hello(.second, delegates: [])
    rig.receive(call(), from: .second)
    #expect(rig.answers(.first).map { $0.busError.message.hasSuffix(" Name it.") } == [true])
    #expect(rig.answers(.second).map { $0.busError.message.hasSuffix(" Name it.") } == [false])
  }

  @Test func whatCameTooLateOrTooOftenIsRefused() {
    var rig = CoreRig { $0.delegateCalls = 1 }
    rig.hello(.first)
    rig.receive(call(deadline: .min), from: .first)
    #expect(rig.answers(.first).codes == [.expired])
    rig.receive(call(), from: .first)
    rig.receive(call(), from: .first)
    #expect(rig.answers(.first).codes == [.busy])
  }

  /// For example, a search with too many words: the caller receives the error.
  @Test(arguments: [
    (BusError.Code.invalid, true, 0), (.tooLarge, true, 0), (.invalid, false, 1),
    (.internal, true, 1), (.denied, true, 1),
  ])
  func aQuestionThatIsRefusedIsNoDefect(
    code: BusError.Code, isForwarded: Bool, letters: Int
  ) {
    var rig = CoreRig { if isForwarded { $0.forwarded = ["timer.finished"] } }
    rig.hello(.first)
    rig.receive(call(), from: .first)
    _ = rig.takeNotices()
    rig.perform(
      rig.core.answerDelegate(rig.delegates[0], with: .failure(BusError(code, "No."))))
    #expect(rig.answers(.first).codes == [code])
    #expect(rig.takeNotices().count == letters)
  }

  @Test func aDefectBecomesADeadLetter() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.receive(call(), from: .first)
    _ = rig.takeNotices()
    rig.perform(
      rig.core.answerDelegate(rig.delegates[0], with: .failure(BusError(.internal, "No."))))
    #expect(rig.answers(.first).codes == [.internal])
    #expect(rig.takeNotices().count == 1)
  }
}
