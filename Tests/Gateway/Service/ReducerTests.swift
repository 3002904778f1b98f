import Bus
import Countdown
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import GatewayAPI
import ServiceShell
import TestSupport
import Testing

@testable import GatewayService

/// Access, action by action.
@Suite struct ReducerTests: ReducerSuite {
  private static let code = Secret([UInt8](repeating: 7, count: 16)).text
  private static let token = Secret([UInt8](repeating: 7, count: 32)).text
  private static let invite = SavedInvite(
    id: UUID(number: 0), name: "ada", role: .observer, expiresMs: nowMs + 600_000)
  private static let session = SavedSession(
    hash: "h", name: "ada", role: .observer, beganMs: nowMs, expiresMs: nowMs + 1)

  @Test func anInviteIsDurableBeforeItIsTold() throws {
    var store = store()
    store.send(
      .received(
        1, .invite(InviteRequest(try PersonName("ada"), .role(.observer))), Header(idem: "k")))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.count == 1)
    // Its reply is a secret: nothing of it is stored under the sender's key.
    #expect(decided.reply?.key.hasPrefix("gateway/") == true)
    #expect(decided.reply?.reply.text.contains(Self.code) == false)
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.invites[Secret.hash(Self.code)] = Self.invite
    }
    let made = try reply(&store).get().decode(as: WebInvite.self)
    #expect(made.link == "http://127.0.0.1:8080/#login=\(Self.code)")
    store.finish()
  }

  @Test func aLoginUsesUpItsInvite() throws {
    var store = store { $0.invites[Secret.hash("code")] = Self.invite }
    store.send(.received(1, .login(hash: Secret.hash("code")), Header()))
    let (id, decided) = try commit(&store)
    // Another login with the same code waits for its turn, and is too late.
    store.send(.received(2, .login(hash: Secret.hash("code")), Header()))
    #expect(decided.changes.count == 2)
    store.send(.committed(id, .success(CommitOutcome()))) { saved in
      saved.invites = [:]
      saved.put(
        SavedSession(
          hash: Secret.hash(Self.token), name: "ada", role: .observer, beganMs: Self.nowMs,
          expiresMs: Self.nowMs + GatewayReducer.sessionMs),
        as: "00000000-0000-0000-0000-000000000000")
    }
    let login = try reply(&store).get().decode(as: LoggedIn.self)
    #expect(login.token == Self.token)
    let second = try reply(&store, 2)
    #expect(throws: BusError.self) { try second.get() }
    store.finish()
  }

  @Test func aCommitIsSentAgainUntilItIsKnown() throws {
    var store = store { $0.put(Self.session, as: "s") }
    store.send(.received(1, .revokeSession("s"), Header(idem: "k")))
    let (id, first) = try commit(&store)
    store.send(.committed(id, .failure(BusError(.unavailable, "away"))))
    store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    store.send(.retryCommit(id))
    let (_, second) = try commit(&store)
    #expect(first == second)
    store.send(.committed(id, .success(CommitOutcome()))) { $0.removeSession("s") }
    #expect(try reply(&store).get().text == #"{"invites":0,"sessions":1}"#)
    store.finish()
  }

  /// It grants no access, and remains until it is revoked.
  @Test(arguments: ["gateway.sessions", "gateway.invites"])
  func whatCannotBeReadIsRevokedByItsID(collection: String) throws {
    var store = store { $0.unreadable = ["x": collection] }
    let reducer = GatewayReducer(address: "http://localhost/")
    #expect(reducer.problems(store.state).map { $0.contains("standups web revoke x") } == [true])
    store.send(.received(1, .revokeSession("x"), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.changes == [.delete(collection: collection, id: "x")])
    store.send(.committed(id, .success(CommitOutcome()))) { $0.unreadable = [:] }
    _ = try reply(&store).get()
    #expect(reducer.problems(store.state) == [])
    store.finish()
  }

  /// The earlier run did it and was killed before it replied.
  @Test func aRevocationThatComesAgainGetsItsReply() throws {
    var store = store()
    store.send(.received(1, .revokeSession("s"), Header(idem: "k")))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.isEmpty && decided.reply?.key == "k")
    let kept = try RawJSON(
      encoding: KeptReply(decision: "d", reply: RawJSON(validating: Array(#"{"sessions":1}"#.utf8)))
    )
    store.send(.committed(id, .success(CommitOutcome(repeated: kept))))
    #expect(try reply(&store).get().text == #"{"sessions":1}"#)
    store.finish()
  }

  @Test func whatNobodyCanUseAnyMoreIsRemoved() throws {
    var store = store {
      $0.invites["old"] = SavedInvite(name: "bob", role: .operator, expiresMs: Self.nowMs)
      $0.put(
        SavedSession(hash: "x", name: "bob", role: .operator, beganMs: 0, expiresMs: 1), as: "old")
    }
    store.send(
      .received(1, .invite(InviteRequest(try PersonName("ada"), .role(.observer))), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.count == 3)
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.invites = [Secret.hash(Self.code): Self.invite]
      $0.removeSession("old")
    }
    _ = try reply(&store)
    store.finish()
  }

  @Test func thereAreNotTooMany() throws {
    var store = store {
      for number in 0..<Saved.maxCount { $0.invites["\(number)"] = Self.invite }
    }
    store.send(
      .received(1, .invite(InviteRequest(try PersonName("eve"), .role(.observer))), Header()))
    #expect(throws: BusError.self) { try reply(&store).get() }
    store.finish()
  }

  /// A thousand expired invitations must not block new ones forever.
  @Test func expiredInvitationsDoNotCount() throws {
    var store = store {
      for number in 0..<Saved.maxCount {
        $0.invites["\(number)"] = SavedInvite(
          name: "bob", role: .observer, expiresMs: Self.nowMs)
      }
    }
    store.send(
      .received(1, .invite(InviteRequest(try PersonName("ada"), .role(.observer))), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.count == Saved.maxCount + 1)
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.invites = [Secret.hash(Self.code): Self.invite]
    }
    _ = try reply(&store).get()
    store.finish()
  }

  @Test func expiredSessionsDoNotCount() throws {
    var store = store {
      $0.invites[Secret.hash("code")] = Self.invite
      for number in 0..<Saved.maxCount {
        $0.put(
          SavedSession(
            hash: "\(number)", name: "bob", role: .operator, beganMs: 0, expiresMs: Self.nowMs),
          as: "\(number)")
      }
    }
    store.send(.received(1, .login(hash: Secret.hash("code")), Header()))
    #expect(try commit(&store).1.changes.count == Saved.maxCount + 2)
  }

  /// One name leaves room for others.
  @Test func aNameHasItsShare() throws {
    var store = store {
      for number in 0..<Saved.maxPerName { $0.invites["\(number)"] = Self.invite }
    }
    store.send(
      .received(1, .invite(InviteRequest(try PersonName("ada"), .role(.observer))), Header()))
    #expect(throws: BusError.self) { try reply(&store).get() }
    store.send(
      .received(2, .invite(InviteRequest(try PersonName("eve"), .role(.observer))), Header()))
    _ = try commit(&store)
  }

  @Test func everythingIsLoadedFirst() throws {
    var store = store()
    var state = GatewayState()
    let reducer = GatewayReducer(address: "")
    #expect(
      reducer.reduce(&state, .start)
        == [.loadPage(DocumentQuery(collection: "gateway.invites", limit: 1000))])
    _ = reducer.reduce(&state, .received(1, .sessions, Header()))
    #expect(
      reducer.reduce(&state, .loaded(.success(DocumentPage(documents: []))))
        == [.loadPage(DocumentQuery(collection: "gateway.sessions", limit: 1000))])
    #expect(
      reducer.reduce(&state, .loaded(.success(DocumentPage(documents: []))))
        == [.loadPage(DocumentQuery(collection: "gateway.tokens", limit: 1000))])
    let effects = reducer.reduce(&state, .loaded(.success(DocumentPage(documents: []))))
    // Earlier commands are answered now.
    #expect(effects.contains(.ready))
    #expect(effects.contains { if case .common(.reply(1, .success)) = $0 { true } else { false } })
    store.finish()
  }

  @Test func whoComesToTheEndIsToldSo() throws {
    var store = store()
    store.send(.drain)
    store.send(.received(1, .sessions, Header()))
    #expect(throws: BusError.self) { try reply(&store).get() }
    store.finish()
  }

  @Test(arguments: ["", " ", "a\nb", String(repeating: "x", count: 65)])
  func aNameIsChecked(name: String) {
    #expect(throws: BusError.self) { try PersonName(name) }
  }
}
