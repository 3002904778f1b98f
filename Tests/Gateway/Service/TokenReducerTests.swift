import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import GatewayAPI
import Schema
import ServiceShell
import StandupsDependencies
import TestSupport
import Testing

@testable import GatewayService

/// Decisions about tokens, action by action.
@Suite struct TokenReducerTests: ReducerSuite {
  private static let id = "00000000-0000-0000-0000-000000000000"
  private static let text = "standups_" + Secret([UInt8](repeating: 7, count: 32)).text
  /// Headers of an operator and of an admin of the team “web”.
  private static let chief = Header(by: "tool/ci")
  private static let admin = Header(by: "person/\(id)", teams: "web")

  private static func token(_ team: String? = "web", person: UUID? = nil) -> SavedToken {
    SavedToken(
      hash: Secret.hash(text), name: "ci", role: person == nil ? .observer : nil, team: team,
      person: person, createdMs: nowMs)
  }

  private func refusal(_ store: inout Store) throws -> BusError.Code? {
    // Its error is stored if the command has an idempotency key; these have none.
    try reply(&store).failure?.code
  }

  @Test(arguments: [admin, Header(by: "person/\(id)", teams: "ops web")])
  func anAdminAddsATokenOfTheTeam(header: Header) throws {
    var store = store()
    let command = AddToken(name: "ci", role: .observer, team: "web")
    store.send(.received(1, .addToken(try TokenRequest(command)), header))
    let (id, decided) = try commit(&store)
    let event = try #require(decided.events.first)
    #expect(event.labels.type == "token.added" && event.labels.team == "web")
    #expect(event.labels.subject == Self.id)
    #expect(decided.reply?.reply.text.contains(Self.text) != true)
    store.send(.committed(id, .success(CommitOutcome()))) {
      var token = Self.token()
      token.creator = header.by
      $0.put(token, as: Self.id)
    }
    let made = try reply(&store).get().decode(as: NewToken.self)
    #expect(made == NewToken(token: Self.text, id: Self.id))
    store.finish()
  }

  @Test(arguments: [
    (AddToken(name: "x", role: .member, team: "ops"), BusError.Code.notFound),
    (AddToken(name: "x", role: .observer), .denied),
    (AddToken(name: "x", role: .operator), .denied),
    (AddToken(name: "x", person: id), .denied),
  ])
  func anAdminGrantsNothingElse(command: AddToken, code: BusError.Code) throws {
    var store = store()
    store.send(.received(1, .addToken(try TokenRequest(command)), Self.admin))
    #expect(try refusal(&store) == code)
    store.finish()
  }

  /// An operator may name a team that does not exist.
  @Test(arguments: [true, false]) func theTeamMustExist(isKnown: Bool) throws {
    var store = store()
    let command = AddToken(name: "x", role: .member, team: "ops")
    store.send(.received(1, .addToken(try TokenRequest(command)), Self.chief))
    let (id, team) = try store.take {
      if case .findTeam(let id, let team) = $0 { (id, team) } else { nil }
    }
    #expect(team == "ops")
    let missing = BusError(.notFound, "Team “ops” not found.")
    store.send(.teamFound(id, isKnown ? .success(Done()) : .failure(missing)))
    if isKnown {
      #expect(try commit(&store).1.changes.count == 1)
    } else {
      #expect(try refusal(&store) == .notFound)
      store.finish()
    }
  }

  @Test func tokensOfOtherTeamsDoNotExist() throws {
    var store = store {
      $0.put(Self.token(), as: "web")
      var other = Self.token("ops")
      other.hash = "o"
      $0.put(other, as: "ops")
      other = Self.token(nil)
      other.hash = "a"
      $0.put(other, as: "all")
      other.hash = "p"
      (other.role, other.person) = (nil, UUID())
      $0.put(other, as: "person")
    }
    func listed(_ header: Header) throws -> Set<String> {
      store.send(.received(1, .tokens(try TokenPage(ListTokens())), header))
      return Set(try reply(&store).get().decode(as: ListTokens.Reply.self).tokens.map(\.id))
    }
    #expect(try listed(Self.admin) == ["web"])
    #expect(try listed(Self.chief) == ["web", "ops", "all", "person"])
    for id in ["ops", "all", "person", "none"] {
      store.send(.received(1, .revokeToken(id), Self.admin))
      #expect(try refusal(&store) == .notFound)
    }
    store.send(.received(1, .revokeToken("web"), Self.admin))
    #expect(
      try commit(&store).1.changes == [.delete(collection: SavedToken.collection, id: "web")])
  }

  /// Pages are complete and disjoint, although a token that a page ended with is revoked.
  @Test func tokensAreListedInPagesNewestFirst() throws {
    var store = store {
      for number in 0..<7 {
        var token = Self.token(number == 6 ? "ops" : "web")
        (token.hash, token.createdMs) = ("\(number)", Int64(number / 2))
        $0.put(token, as: "\(number)")
      }
    }
    var (ids, after): ([String], String?) = ([], nil)
    repeat {
      let command = ListTokens(after: after, limit: 2)
      store.send(.received(1, .tokens(try TokenPage(command)), Self.admin))
      let page = try reply(&store).get().decode(as: ListTokens.Reply.self)
      ids += page.tokens.map(\.id)
      after = page.next
      let last = try #require(ids.last)
      store.send(.received(1, .revokeToken(last), Self.admin))
      let (id, _) = try commit(&store)
      store.send(.committed(id, .success(CommitOutcome()))) { $0.removeToken(last) }
      _ = try reply(&store).get()
    } while after != nil
    #expect(ids == ["4", "5", "2", "3", "0", "1"])
  }

  @Test(arguments: [
    ListTokens(after: "x"), ListTokens(limit: 0), ListTokens(limit: ListTokens.maxLimit + 1),
  ])
  func invalidPagesAreRejected(command: ListTokens) {
    let error = #expect(throws: BusError.self) { try TokenPage(command) }
    #expect(error?.code == .invalid)
  }

  /// The largest tokens: as many commands as are permitted, with names of the longest form.
  @Test func aPageAndADecisionOfTheLargestTokensFitInAMessage() throws {
    let commands = (0..<100).map {
      "a." + String("\(1000 + $0)" + String(repeating: "x", count: 58))
    }
    _ = try TokenRequest(AddToken(name: "x", role: .operator, commands: commands))
    var store = store {
      for number in 0..<ListTokens.maxLimit {
        var token = Self.token(String(repeating: "t", count: TeamScope.maxIDBytes))
        token.hash = Secret.hash("\(number)")
        token.name = String(repeating: "\"", count: PersonName.maxBytes)
        token.commands = commands
        token.creator = String(repeating: "\u{1}", count: Limits.actorBytes)
        (token.expiresMs, token.usedMs) = (Self.nowMs, Self.nowMs)
        $0.put(token, as: UUID().lowercaseText)
      }
    }
    store.send(.received(1, .tokens(try TokenPage(ListTokens())), Self.chief))
    let page = try reply(&store).get()
    #expect(try page.decode(as: ListTokens.Reply.self).tokens.count == ListTokens.maxLimit)
    let room = Limits.bytes - 2 * Limits.headBytes
    #expect(page.text.utf8.count < room)
    let uses = store.state.saved.tokens.keys.prefix(Gateway.maxUsesPerDecision)
    store.send(
      .received(
        1, .tokensUsed(Dictionary(uniqueKeysWithValues: uses.map { ($0, Self.nowMs) })), Header()))
    let decided = try commit(&store).1
    #expect(decided.changes.count == Gateway.maxUsesPerDecision)
    #expect(try BusJSON.encode(decided).count < room)
  }

  @Test func theTokensOfARemovedTeamEnd() throws {
    var store = store {
      for number in 0..<3 {
        var token = Self.token(number == 0 ? "ops" : "web")
        token.hash = "\(number)"
        $0.put(token, as: "\(number)")
      }
    }
    store.send(.received(1, .teamRemoved("web"), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.count == 2)
    #expect(decided.events.map(\.labels.type) == ["token.revoked", "token.revoked"])
    #expect(decided.events.map(\.labels.team) == ["web", "web"])
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.removeToken("1")
      $0.removeToken("2")
    }
    _ = try reply(&store).get()
    store.send(.received(2, .teamRemoved("web"), Header()))
    _ = try reply(&store, 2).get()
    store.finish()
  }

  @Test(
    arguments: [
      (GatewayReducer.maxTokensOfOwner, "web", nil), (GatewayReducer.maxTokens, nil, nil),
      (GatewayReducer.maxTokensOfOwner, nil, UUID(uuidString: id)),
    ] as [(Int, String?, UUID?)])
  func thereAreNotTooMany(count: Int, team: String?, person: UUID?) throws {
    let command =
      person.map { AddToken(name: "x", person: $0.uuidString) }
      ?? AddToken(name: "x", role: .observer, team: team)
    for (count, code) in [(count - 1, nil), (count, BusError.Code.conflict)] {
      var store = store {
        for number in 0..<count {
          var token = Self.token(team, person: person)
          token.hash = "\(number)"
          $0.put(token, as: "\(number)")
        }
      }
      store.send(
        .received(
          1, .addToken(try TokenRequest(command)), Header(by: "person/\(Self.id)", teams: team)))
      if let code {
        #expect(try refusal(&store) == code)
      } else {
        #expect(try commit(&store).1.changes.count == 1)
      }
    }
  }

  /// Clocks may be set back, and a token may have been revoked in the meantime.
  @Test func theLastRequestIsSaved() throws {
    var store = store {
      var token = Self.token()
      token.usedMs = 20
      $0.put(token, as: "a")
    }
    store.send(.received(1, .tokensUsed(["a": 10, "b": 10]), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.changes.count == 1 && decided.events.isEmpty)
    store.send(.committed(id, .success(CommitOutcome())))
    _ = try reply(&store).get()
    store.send(.received(2, .tokensUsed(["b": 10]), Header()))
    _ = try reply(&store, 2).get()
    store.finish()
  }

  @Test func aTokenThatCannotBeReadIsRevokedByItsID() throws {
    var store = store { $0.unreadable = ["x": SavedToken.collection] }
    let reducer = GatewayReducer(address: "http://localhost/")
    #expect(
      reducer.problems(store.state).map { $0.contains("standups tokens revoke x") } == [true])
    store.send(.received(1, .revokeToken("x"), Self.admin))
    #expect(try refusal(&store) == .notFound)
    store.send(.received(1, .revokeToken("x"), Self.chief))
    let (id, _) = try commit(&store)
    store.send(.committed(id, .success(CommitOutcome()))) { $0.unreadable = [:] }
    _ = try reply(&store).get()
    store.finish()
  }

  /// A restored document is checked like a command.
  @Test(arguments: [
    #"{"hash":"h","name":"x","createdMs":0}"#,
    #"{"hash":"h","name":"x","role":"member","createdMs":0}"#,
    #"{"hash":"h","name":"x","role":"operator","team":"web","createdMs":0}"#,
    #"{"hash":"h","name":"","role":"operator","createdMs":0}"#,
    #"{"hash":"h","name":"x","role":"operator","createdMs":-1}"#,
    #"{"hash":"h","name":"x","role":"operator","createdMs":0,"expiresMs":9223372036854775807}"#,
  ])
  func damagedDocumentsGrantNothing(body: String) throws {
    let document = Document(
      collection: SavedToken.collection, id: Self.id,
      body: try RawJSON(validating: Array(body.utf8)))
    #expect(throws: (any Error).self) { try document.value(as: SavedToken.self) }
    var good = Self.token()
    good.commands = ["a.b"]
    let saved = Document(
      collection: SavedToken.collection, id: Self.id, body: try RawJSON(encoding: good))
    #expect(try saved.value(as: SavedToken.self) == good)
  }
}
