import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Documents on the disk that cannot be read.
struct UnreadableTests {
  private let pastID = Meeting.ID(UUID(number: 7))

  private func raw(
    _ collection: String, _ id: String, of parent: String? = nil, _ text: String,
    from offset: Int = 0
  ) throws -> Document {
    Document(
      collection: collection, id: id, parent: parent, sortKey: 3,
      body: try RawJSON(validating: Array(text.utf8))
    ).piece(from: offset, isDamaged: true)
  }

  private func read(
    _ scenario: inout Scenario, _ name: String, after: String? = nil
  ) -> CallerID {
    scenario.send(.unreadable(ReadUnreadable(document: name, after: after)))
  }

  private func piece(_ scenario: inout Scenario, to caller: CallerID) throws -> ReadUnreadable.Reply
  {
    guard case .unreadable(let reply) = try scenario.reply(to: caller) else {
      throw BusError(.internal, "another reply")
    }
    return reply
  }

  /// A standup is read with its past meetings, one after another.
  @Test func whatCannotBeReadIsHandedOutAsItIs() throws {
    let id = "\(design.id)"
    var scenario = Scenario { $0.saved.note(unreadable: "standups/\(id)") }
    let first = read(&scenario, "standups/\(id)")
    let (one, query) = try scenario.load()
    #expect(query == DocumentQuery(collection: "standups", ids: [id], rawFrom: 0))
    scenario.store.send(
      .documents(one, .success(.init(documents: [try raw("standups", id, "[1]")]))))
    let standup = try piece(&scenario, to: first)
    #expect(standup.piece?.data == Data("[1]".utf8) && standup.piece?.isDamaged == true)

    let second = read(&scenario, "standups/\(id)", after: standup.next)
    let (two, meetings) = try scenario.load()
    #expect(
      meetings == DocumentQuery(collection: "meetings", parent: id, limit: 1, rawFrom: 0))
    scenario.store.send(
      .documents(
        two, .success(.init(documents: [try raw("meetings", "m", of: id, "[2]")], next: "3 m"))))
    let meeting = try piece(&scenario, to: second)
    #expect(meeting.piece?.collection == "meetings" && meeting.piece?.sortKey == 3)

    let last = read(&scenario, "standups/\(id)", after: meeting.next)
    let (three, rest) = try scenario.load()
    #expect(rest.after == "3 m")
    scenario.store.send(.documents(three, .success(.init(documents: []))))
    // Its open follow-ups, its written updates, later parts and discarded meetings come last.
    let (four, open) = try scenario.load()
    #expect(open == DocumentQuery(collection: "followUps", parent: id, limit: 1, rawFrom: 0))
    scenario.store.send(.documents(four, .success(.init(documents: []))))
    let (five, updates) = try scenario.load()
    #expect(updates == DocumentQuery(collection: "updates", parent: id, limit: 1, rawFrom: 0))
    scenario.store.send(.documents(five, .success(.init(documents: []))))
    for collection in ["meetings.parts", "meetings.discarded"] {
      let (next, rest) = try scenario.load()
      #expect(rest == DocumentQuery(collection: collection, parent: id, limit: 1, rawFrom: 0))
      scenario.store.send(.documents(next, .success(.init(documents: []))))
    }
    #expect(try piece(&scenario, to: last) == ReadUnreadable.Reply(piece: nil, next: nil))
    scenario.finish()
  }

  @Test func aLongOneComesInPieces() throws {
    var scenario = Scenario { $0.saved.note(unreadable: "meetings/m", of: "\(design.id)") }
    let text = "\"\(String(repeating: "a", count: RawPiece.maxBytes))\""
    var (read, next) = (Data(), String?.none)
    for _ in 0..<2 {
      let caller = self.read(&scenario, "meetings/m", after: next)
      let (id, query) = try scenario.load()
      #expect(query.rawFrom == read.count)
      let document = try raw("meetings", "m", text, from: query.rawFrom ?? 0)
      scenario.store.send(.documents(id, .success(.init(documents: [document]))))
      let reply = try piece(&scenario, to: caller)
      read += try #require(reply.piece?.data)
      next = reply.next
    }
    #expect(read == Data(text.utf8))
    scenario.finish()
  }

  @Test(arguments: ["", "{}", "{\"stage\":-1,\"offset\":0}", "{\"stage\":0,\"offset\":-1}"])
  func anotherPlaceIsRefused(after: String) throws {
    var scenario = Scenario { $0.saved.note(unreadable: "meetings/m") }
    try scenario.error(to: read(&scenario, "meetings/m", after: after), .invalid)
    scenario.finish()
  }

  /// Readable documents have their own commands, and those of other services are not shown.
  @Test func onlyWhatCannotBeReadIsHandedOutOrDiscarded() throws {
    var scenario = Scenario.standups()
    try scenario.error(to: read(&scenario, "standups/\(design.id)"), .notFound)
    let caller = scenario.send(.discard(DiscardUnreadable(document: "webhooks/1")))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  private func discard(_ scenario: inout Scenario, _ name: String) -> CallerID {
    scenario.send(.discard(DiscardUnreadable(document: name)))
  }

  @Test func aStandupGoesWithItsMeetings() throws {
    let id = "\(design.id)"
    var scenario = Scenario {
      $0.saved.count = 1
      $0.saved.note(unreadable: "standups/\(id)")
      $0.saved.note(unreadable: "meetings/m", of: id)
      $0.saved.note(unreadable: "meetings/n", of: "another")
    }
    let caller = discard(&scenario, "standups/\(id)")
    let commit = try scenario.commit(["standup.deleted"]) {
      $0.count = 0
      $0.forgetUnreadable { $0.parent != "another" }
    }
    #expect(
      commit.changes == [
        .delete(collection: "standups", id: id),
        .deleteChildren(collection: "meetings.discarded", parent: id),
        .deleteChildren(collection: "meetings", parent: id),
        .deleteChildren(collection: "meetings.parts", parent: id),
        .deleteChildren(collection: "followUps", parent: id),
        .delete(collection: "updates", id: id),
        .erase(Erasure(standup: id)),
      ])
    #expect(commit.events[0].labels.standup == id)
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aPastMeetingIsDeletedAsAnother() throws {
    var scenario = Scenario {
      $0.saved.add(record(design, 1, meetings: 2))
      $0.saved.note(unreadable: "meetings/\(pastID)", of: "\(design.id)")
    }
    let caller = discard(&scenario, "meetings/\(pastID)")
    let (one, _) = try scenario.load()
    let bad = Document(
      collection: "meetings", id: "\(pastID)", parent: "\(design.id)", sortKey: 9, body: .null)
    scenario.store.send(.documents(one, .success(.init(documents: [bad]))))
    let (two, _) = try scenario.load()
    scenario.store.send(.documents(two, .success(.init(documents: [bad], total: 2))))
    // Its open follow-ups are known all the same.
    let (three, _) = try scenario.load()
    let open = followUp(1, in: pastID)
    scenario.store.send(
      .documents(three, .success(.init(documents: [try open.document(of: design)]))))
    let commit = try scenario.commit(["standup.updated", "meeting.erased"]) {
      $0.put(StandupRecord(design, sortKey: 1, meetings: 1))
      $0.forgetUnreadable { _ in true }
    }
    #expect(commit.changes.first == .delete(collection: "meetings", id: "\(pastID)"))
    #expect(commit.changes.contains(.delete(collection: "followUps", id: "\(open.id)")))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test(arguments: ["sessions/", "session.states/", "session.lines/"])
  func aPartOfALiveMeetingGoesWithTheWhole(_ prefix: String) throws {
    let isLine = prefix == "session.lines/"
    let name = "\(prefix)\(meetingID)\(isLine ? "/0" : "")"
    var scenario = Scenario {
      $0.saved.note(unreadable: name, of: isLine ? "\(meetingID)" : nil, standup: design.id)
    }
    let caller = discard(&scenario, name)
    let commit = try scenario.commit(["meeting.discarded"]) { $0.forgetUnreadable { _ in true } }
    #expect(
      commit.changes == [
        .delete(collection: "sessions", id: "\(meetingID)"),
        .delete(collection: "session.states", id: "\(meetingID)"),
        .deleteChildren(collection: "session.lines", parent: "\(meetingID)"),
        .erase(Erasure(meeting: meetingID)),
      ])
    #expect(commit.events[0].labels.meeting == "\(meetingID)")
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aStandupThatMeetsStays() throws {
    var scenario = Scenario.meeting()
    scenario.store.send(.importDue(ImportStandups.ID(UUID(number: 1))))
    let name = "standups/\(design.id)"
    var state = scenario.store.state
    state.saved.note(unreadable: name)
    var other = Scenario { $0 = state }
    try other.error(to: discard(&other, name), .conflict)
    other.finish()
  }

  @Test func whatHasNoIDOfOursStays() throws {
    var scenario = Scenario { $0.saved.note(unreadable: "sessions/s1") }
    try scenario.error(to: discard(&scenario, "sessions/s1"), .invalid)
    scenario.finish()
  }
}
