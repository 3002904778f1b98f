import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Bus
@testable import BusRouter
@testable import Composition

/// The owner of work decides who may change it, and which binding is notified.
@Suite struct OwnerTests {
  private struct Ended: OwnedMessage {
    typealias Reply = Done
    static let target = "timer.finished"
    var id: String
  }

  private struct Turned: OwnedMessage {
    typealias Reply = Done
    static let target = "timer.turned"
    var id: String
  }

  private struct Asked: WorkRequest {
    static let target = "timer.asked"
    var after: String?

    struct Reply: WorkPage, Equatable {
      var work: [String]
      var next: String?
      var away: [String]?
      static let empty = Reply(work: [])
    }
  }

  private struct Plain: DelegateMessage {
    typealias Reply = Done
    static let target = "timer.plain"
  }

  private struct Common: SharedMessage {
    typealias Reply = Done
    static let target = "store.common"
  }

  private struct Nobody: CommandCaller {
    func send<Command: BusCommand>(
      _ command: Command, attachments: [Frame], options: CallOptions
    ) async throws -> Command.Reply {
      throw BusError(.unroutable, "nobody is asked here")
    }
  }

  private func integration(_ body: (inout Integration) -> Void) -> Integration {
    var integration = Integration()
    integration.child("timer")
    body(&integration)
    return integration
  }

  private func parent() -> Parent {
    Parent(cause: Header(), caller: Nobody(), publisher: { _ in })
  }

  private func run(
    _ integration: Integration, _ target: String, _ body: String, from service: String = "timer"
  ) async throws -> String {
    let body = Data(body.utf8)
    let binding = try integration.binding(for: target, from: service, body: body)
    return String(decoding: try await binding.run(body, parent()), as: UTF8.self)
  }

  // MARK: Bindings

  @Test func theOwnerChoosesTheBinding() async throws {
    let (names, heard) = AsyncStream<String>.makeStream()
    let integration = integration {
      for owner in ["meeting", "focus"] {
        $0.bind(Ended.self, of: "timer", for: owner) { _, name, _ in
          heard.yield("\(owner): \(name)")
          return Done()
        }
      }
    }
    #expect(integration.problems == [])
    #expect(integration.owners(of: "timer") == ["focus", "meeting"])
    _ = try await run(integration, "timer.finished", #"{"id":"focus/ada/1"}"#)
    _ = try await run(integration, "timer.finished", #"{"more":[1],"id":"meeting/7"}"#)
    heard.finish()
    #expect(await names.reduce(into: []) { $0.append($1) } == ["focus: ada/1", "meeting: 7"])
  }

  @Test(arguments: [
    (#"{"id":"other/1"}"#, BusError.Code.unbound), (#"{"id":"focus-1"}"#, .unbound),
    (#"{"id":"/1"}"#, .unbound), (#"{"id":"Meeting/1"}"#, .unbound), ("{}", .invalid),
    (#"{"id":7}"#, .invalid),
  ])
  func workOfNobodyIsRefused(body: String, code: BusError.Code) async {
    let integration = integration {
      $0.ignore(Ended.self, of: "timer", for: "meeting", because: "a test")
    }
    let error = await #expect(throws: BusError.self) {
      try await run(integration, "timer.finished", body)
    }
    #expect(error?.code == code)
  }

  @Test func theSenderOfASharedMessageChoosesTheBinding() async throws {
    let (names, heard) = AsyncStream<String>.makeStream()
    let integration = integration {
      $0.child("focus")
      for service in ["timer", "focus"] {
        $0.bind(Common.self, of: service) { _, _ in
          heard.yield(service)
          return Done()
        }
      }
    }
    #expect(integration.problems == [])
    #expect(integration.senders == ["store.common": ["focus", "timer"]])
    _ = try await run(integration, "store.common", "{}", from: "focus")
    _ = try await run(integration, "store.common", "{}", from: "timer")
    heard.finish()
    #expect(await names.reduce(into: []) { $0.append($1) } == ["focus", "timer"])
    let error = await #expect(throws: BusError.self) {
      try await run(integration, "store.common", "{}", from: "cells")
    }
    #expect(error?.code == .denied)
  }

  @Test func whatIsContradictoryIsRefusedAtTheStart() {
    let twice = integration {
      for _ in 1...2 { $0.ignore(Ended.self, of: "timer", for: "meeting", because: "a test") }
      for _ in 1...2 { $0.ignore(Plain.self, of: "timer", because: "a test") }
      for _ in 1...2 { $0.gather(Asked.self, of: "timer", from: []) }
      for _ in 1...2 { $0.bind(Common.self, of: "timer") { _, _ in Done() } }
    }
    #expect(twice.problems.count == 4)
    let unowned = integration { $0.bind(Ended.self, of: "timer") { _, _ in Done() } }
    #expect(unowned.problems.count == 1)
    let incomplete = integration {
      $0.ignore(Ended.self, of: "timer", for: "meeting", because: "a test")
      $0.ignore(Ended.self, of: "timer", for: "focus", because: "a test")
      $0.ignore(Turned.self, of: "timer", for: "meeting", because: "a test")
    }
    #expect(incomplete.problems == ["“timer.turned” is not bound for the owner “focus”."])
    let orphan = integration { $0.ignore(Plain.self, of: "nobody", because: "a test") }
    #expect(orphan.problems.count == 1)
    let named = integration { $0.child("timer") }
    #expect(named.problems.count == 1)
    let wrong = integration { $0.ignore(Ended.self, of: "timer", for: "A/b", because: "a test") }
    #expect(wrong.problems.count == 1)
  }

  // MARK: Work sources

  private func source(
    _ owner: String, _ pages: [[String]], away: Bool = false
  ) -> WorkSource<Asked> {
    .owner(owner, asking: []) { _, after, _ in
      if away { throw BusError(.unavailable, "away") }
      let page = after.flatMap(Int.init) ?? 0
      return Asked.Reply(
        work: pages[page], next: page + 1 < pages.count ? "\(page + 1)" : nil)
    }
  }

  private func all(_ integration: Integration) async throws -> [[String]] {
    var pages: [[String]] = []
    var after: String?
    repeat {
      let answer = try await run(
        integration, "timer.asked",
        String(decoding: try BusJSON.encode(Asked(after: after)), as: UTF8.self))
      let reply = try BusJSON.decode(Asked.Reply.self, from: Data(answer.utf8))
      pages.append(reply.work)
      after = reply.next
    } while after != nil && pages.count < 10
    return pages
  }

  @Test func allOwnersAreAskedPageByPage() async throws {
    let sources = [
      source("one", [["a"], ["b"]]), source("two", [["c"]]), source("three", [["d"]]),
    ]
    let integration = integration { $0.gather(Asked.self, of: "timer", from: sources) }
    #expect(try await all(integration) == [["a"], ["b"], ["c"], ["d"]])
  }

  /// It reports its work when it is available again.
  @Test func anOwnerThatIsAwayIsPassedOver() async throws {
    let some = [source("one", [["a"]]), source("two", [], away: true), source("three", [["d"]])]
    let gathered = integration { $0.gather(Asked.self, of: "timer", from: some) }
    #expect(try await all(gathered) == [["a"], ["d"]])
    let none = integration {
      $0.gather(Asked.self, of: "timer", from: [source("one", [], away: true)])
    }
    #expect(try await all(none) == [[]])
  }

  /// The parent's stored work must be available, or the service would start without it.
  @Test func whatIsKeptIsNotPassedOver() async {
    let kept = WorkSource<Asked>.kept("kept", asking: []) { _, _, _ in
      throw BusError(.unavailable, "away")
    }
    let integration = integration { $0.gather(Asked.self, of: "timer", from: [kept]) }
    await #expect(throws: BusError.self) { try await all(integration) }
  }

  // MARK: Commands

  @Test(arguments: [
    (String?.some("tool/egg"), [Kind.command], [BusError.Code]()), ("load/1", [.command], []),
    ("meeting/1", [], [.denied]),
    ("tool", [], [.denied]), (nil, [], [.denied]),
  ])
  func aToolChangesItsOwnWorkOnly(key: String?, passed: [Kind], codes: [BusError.Code]) {
    var rig = CoreRig()
    rig.hello(.first, owned: ["start"])
    rig.command("timer.start", key: key, from: .tool)
    #expect(rig.answers(.first).kinds == passed)
    #expect(rig.answers(.tool).codes == codes)
  }

  @Test func theParentChangesAllWork() {
    var rig = CoreRig()
    rig.hello(.first, owned: ["start"])
    rig.command("timer.start", key: "meeting/1", from: .parent)
    #expect(rig.answers(.first).kinds == [.command])
  }

  @Test func aServiceIsToldWhoseWorkThereIs() throws {
    var rig = CoreRig { $0.owners = ["timer": ["focus", "meeting"]] }
    let welcome = try BusJSON.decode(
      Welcome.self, from: try #require(rig.hello(.first).first).body)
    #expect(welcome.owners == ["focus", "meeting"])
  }

  @Test func workOfNobodyIsLoud() throws {
    var rig = CoreRig()
    rig.hello(.first)
    rig.receive(
      Envelope(.delegate, target: "timer.finished", header: Header(), body: Data("{}".utf8)),
      from: .first)
    _ = rig.takeNotices()
    let call = try #require(rig.delegates.first)
    let error = BusError(.unbound, "nobody", detail: ["owner": "other"])
    rig.perform(rig.core.answerDelegate(call, with: .failure(error), now: rig.now))
    #expect(rig.answers(.first).codes == [.unbound])
    #expect(rig.core.counters.unbound == 1)
    let notices = rig.takeNotices()
    #expect(
      notices.first
        == .unbound(service: "timer", message: "timer.finished of other", wasSent: true))
    guard case .deadLetter(let letter) = notices.last else {
      throw Unexpected("There is no dead letter.")
    }
    #expect(letter.message == "timer.finished")
  }

  @Test(arguments: [
    ("tool/egg", true), ("meeting/1", true), ("other/1", false), ("egg", false), ("", false),
    ("/egg", false), ("tool/", false),
  ])
  func workIsTakenForOwnersThatHearOfIt(id: String, isTaken: Bool) {
    let share = Share(
      router: UUID(), instance: UUID(), instances: [], owners: ["meeting", "tool"])
    if isTaken {
      #expect(throws: Never.self) { try share.checkOwner(of: id) }
    } else {
      let error = #expect(throws: BusError.self) { try share.checkOwner(of: id) }
      #expect(error?.code == .invalid)
      #expect(error?.message.contains("meeting, tool") == true)
    }
  }

  @Test func anIDIsAnOwnerAndAName() {
    #expect(OwnedID("meeting/a/b") == OwnedID("meeting", "a/b"))
    #expect(OwnedID("meeting", "a").description == "meeting/a")
    #expect(OwnedID(String(repeating: "a", count: 33) + "/x") == nil)
  }
}
