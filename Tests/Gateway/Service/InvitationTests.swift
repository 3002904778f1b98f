import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import GatewayAPI
import ServiceShell
import StandupsDependencies
import TestSupport
import Testing

@testable import GatewayService

/// Decisions about invitations of admins, and events about logins, action by action.
@Suite struct InvitationTests {
  private typealias Store = TestStore<GatewayState, GatewayAction, GatewayEffect, Saved>
  private static let nowMs: Int64 = 1_795_000_000_000
  private static let firstID = "00000000-0000-0000-0000-000000000000"
  private static let ann = UUID(uuidString: "00000000-0000-4000-8000-00000000000a") ?? UUID()
  private static let chief = Header(by: "tool/ci")
  private static let admin = Header(by: "person/\(firstID)", teams: "ops web")
  private static let code = Secret([UInt8](repeating: 7, count: 16)).text

  private func store(_ change: (inout Saved) -> Void = { _ in }) -> Store {
    var state = GatewayState()
    state.commands.phase = .ready
    change(&state.saved)
    let reducer = GatewayReducer(
      uuid: .incrementing,
      clock: ClockReader { ClockReading(wallMs: Self.nowMs, boot: "b", uptimeUs: 0) },
      random: { [UInt8](repeating: 7, count: $0) }, address: "http://127.0.0.1:8080/")
    return TestStore(
      state, view: \.saved, ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
  }

  /// An unused invitation for Ann; with teams, one of an admin.
  private static func invite(
    _ number: UInt32 = 0, teams: [String]? = nil, role: WebRole? = nil, session: String? = nil,
    parent: String? = nil, expiresMs: Int64 = nowMs + 1
  ) -> SavedInvite {
    SavedInvite(
      id: UUID(number: number), name: "Ann", role: role, person: role == nil ? ann : nil,
      expiresMs: expiresMs, teams: teams, session: session, parent: parent)
  }

  private static func session(
    _ hash: String, person: UUID? = ann, parent: String? = nil, expiresMs: Int64 = nowMs + 1
  ) -> SavedSession {
    SavedSession(
      hash: hash, name: "Ann", role: person == nil ? .observer : nil, person: person, beganMs: 0,
      expiresMs: expiresMs, parent: parent)
  }

  private func commit(_ store: inout Store) throws -> (OperationID, ChangesDecided) {
    try store.take {
      if case .common(.commit(let id, let decided)) = $0 { (id, decided) } else { nil }
    }
  }

  private func question(_ store: inout Store) throws -> (OperationID, InvitedPeopleNamed) {
    try store.take {
      if case .findPeople(let id, let question) = $0 { (id, question) } else { nil }
    }
  }

  private func reply(_ store: inout Store) throws -> Result<RawJSON, BusError> {
    try store.take { if case .common(.reply(1, let result)) = $0 { result } else { nil } }
  }

  private static func found(_ people: UUID...) -> Result<InvitedPeopleNamed.Reply, BusError> {
    .success(.init(people: people.map(\.lowercaseText)))
  }

  private static func request(hours: Int? = nil) throws -> InviteRequest {
    try InviteRequest(InviteToWeb(name: "Ann", person: ann.uuidString, hours: hours))
  }

  // MARK: Invitations of admins

  @Test func anAdminInvitesAPersonOfTheirTeams() throws {
    var store = store()
    store.send(.received(1, .invite(try Self.request(hours: 72)), Self.admin))
    let (id, question) = try question(&store)
    #expect(
      question == InvitedPeopleNamed(people: [Self.ann.lowercaseText], teams: ["ops", "web"]))
    store.send(.peopleFound(id, Self.found(Self.ann)))
    let (commitID, decided) = try commit(&store)
    let event = try #require(decided.events.first)
    #expect(event.labels.type == "invitation.added" && event.labels.subject == Self.firstID)
    let data = try event.data.decode(as: InvitationAdded.self)
    #expect(data.person == Self.ann.lowercaseText && data.role == nil)
    #expect(data.expires == SavedSession.date(Self.nowMs + 72 * 3_600_000))
    #expect(!event.data.text.contains("Ann") && !event.data.text.contains(Self.code))
    store.send(.committed(commitID, .success(CommitOutcome()))) {
      var invite = Self.invite(teams: ["ops", "web"], expiresMs: Self.nowMs + 72 * 3_600_000)
      invite.id = UUID(uuidString: Self.firstID)
      $0.invites[Secret.hash(Self.code)] = invite
    }
    let made = try reply(&store).get().decode(as: WebInvite.self)
    #expect(made.id == Self.firstID && made.code == Self.code)
    store.finish()
  }

  /// The composition root leaves out operators, persons with other teams and unknown ones.
  @Test func aPersonOfAnotherTeamIsAsUnknownToAnAdmin() throws {
    var store = store()
    store.send(.received(1, .invite(try Self.request()), Self.admin))
    store.send(.peopleFound(try question(&store).0, Self.found()))
    let error = try #require(try reply(&store).failure)
    #expect(error.code == .notFound && !error.message.contains("team of"))
    store.finish()
  }

  @Test func anAdminInvitesWithNoRole() throws {
    var store = store()
    let request = try InviteRequest(InviteToWeb(name: "x", role: .observer))
    store.send(.received(1, .invite(request), Self.admin))
    #expect(try reply(&store).failure?.code == .denied)
    store.finish()
  }

  /// The login would outlast the one that the invitation was made with.
  @Test(arguments: [TeamScope.all, .teams(["web"])])
  func noOneInvitesThemselves(scope: TeamScope) throws {
    var store = store()
    let by = "person/\(Self.ann.lowercaseText)"
    let header = scope == .all ? Header(by: by) : Header(by: by, teams: "web")
    store.send(.received(1, .invite(try Self.request()), header))
    let error = try #require(try reply(&store).failure)
    #expect(error.code == .denied && error.message.contains("Use on my phone"))
    store.finish()
  }

  @Test func anOperatorInvitesAnyoneAtOnce() throws {
    var store = store()
    store.send(.received(1, .invite(try Self.request()), Self.chief))
    #expect(try commit(&store).1.changes.count == 1)
  }

  @Test func anInvitationWaitsForThePeopleService() throws {
    var store = store()
    store.send(.received(1, .invite(try Self.request()), Self.admin))
    let id = try question(&store).0
    store.send(.peopleFound(id, .failure(BusError(.unavailable, "away"))))
    #expect(try reply(&store).failure?.code == .unavailable)
    store.finish()
  }

  @Test(arguments: [0, -1, 721, Int.max]) func theLifetimeIsAtMostAMonth(hours: Int) {
    #expect(throws: BusError.self) { try Self.request(hours: hours) }
  }

  @Test func theLifetimeIsTenMinutesByDefault() throws {
    #expect(try Self.request().lifetimeMs == 600_000)
    #expect(try Self.request(hours: 1).lifetimeMs == 3_600_000)
    #expect(try Self.request(hours: 720).lifetimeMs == 720 * 3_600_000)
  }

  @Test func adminsLeaveRoomForOperators() throws {
    var store = store {
      for number in 0..<Saved.maxCountOfOthers {
        var invite = Self.invite(UInt32(number), role: .observer)
        invite.name = "\(number)"
        $0.invites["\(number)"] = invite
      }
    }
    store.send(.received(1, .invite(try Self.request()), Self.admin))
    store.send(.peopleFound(try question(&store).0, Self.found(Self.ann)))
    #expect(try reply(&store).failure?.code == .busy)
    store.send(.received(1, .invite(try Self.request()), Self.chief))
    #expect(try commit(&store).1.changes.count == 1)
  }

  /// The name is the inviter's choice.
  @Test func aPersonHasAShareUnderAllNames() throws {
    var store = store {
      for number in 0..<Saved.maxPerName {
        var invite = Self.invite(UInt32(number))
        invite.name = "\(number)"
        $0.invites["\(number)"] = invite
      }
    }
    store.send(.received(1, .invite(try Self.request()), Self.chief))
    #expect(try reply(&store).failure?.code == .busy)
    store.finish()
  }

  // MARK: Logins

  @Test func aLoginWithAnAdminsLinkChecksThePersonAgain() throws {
    var store = store { $0.invites[Secret.hash("code")] = Self.invite(teams: ["web"]) }
    store.send(.received(1, .login(hash: Secret.hash("code")), Header()))
    let (id, question) = try question(&store)
    #expect(question == InvitedPeopleNamed(people: [Self.ann.lowercaseText], teams: ["web"]))
    store.send(.peopleFound(id, Self.found(Self.ann)))
    let decided = try commit(&store).1
    #expect(decided.changes.count == 2 && decided.events.map(\.labels.type) == ["login.began"])
  }

  /// The answer is that for an invalid code.
  @Test func aPersonWhoOutgrewTheAdminIsNotLoggedIn() throws {
    var store = store { $0.invites[Secret.hash("code")] = Self.invite(teams: ["web"]) }
    store.send(.received(1, .login(hash: Secret.hash("none")), Header()))
    let unknown = try reply(&store).failure
    store.send(.received(1, .login(hash: Secret.hash("code")), Header()))
    store.send(.peopleFound(try question(&store).0, Self.found()))
    let rejected = try reply(&store).failure
    #expect(rejected == unknown && rejected?.code == .denied)
    store.finish()
  }

  @Test func aRejectedLoginIsLogged() throws {
    var state = GatewayState()
    state.commands.phase = .ready
    state.saved.invites["h"] = Self.invite(teams: ["web"])
    let reducer = GatewayReducer(
      clock: ClockReader { ClockReading(wallMs: Self.nowMs, boot: "b", uptimeUs: 0) },
      address: "http://localhost/")
    _ = reducer.reduce(&state, .received(1, .login(hash: "h"), Header()))
    let effects = reducer.reduce(&state, .peopleFound(1, Self.found()))
    let logged = effects.compactMap { effect -> String? in
      if case .common(.log(let entry)) = effect { "\(entry)" } else { nil }
    }
    #expect(logged.count == 1 && logged[0].contains("Rejected a login"))
    #expect(!logged.joined().contains("Ann"))
  }

  @Test(arguments: [
    (nil, nil, LoginBegan.Way.link), (WebRole.observer, nil, .link), (nil, "s", .phone),
  ]) func aLoginIsReported(role: WebRole?, session: String?, way: LoginBegan.Way) throws {
    var store = store {
      $0.put(Self.session("s"), as: "s")
      $0.invites["h"] = Self.invite(role: role, session: session)
    }
    store.send(.received(1, .login(hash: "h"), Header()))
    let event = try #require(try commit(&store).1.events.first)
    let data = try event.data.decode(as: LoginBegan.self)
    #expect(event.labels.type == "login.began" && event.labels.subject == Self.firstID)
    #expect(
      data
        == LoginBegan(
          session: Self.firstID, person: role == nil ? Self.ann.lowercaseText : nil, role: role,
          how: way))
    #expect(!event.data.text.contains("Ann"))
  }

  @Test func everyEndOfASessionIsReported() throws {
    let commands: [GatewayCommand] = [
      .logout("a"), .revokeSession("a"), .revokeAll(try PersonName("Ann")),
      .revokePerson(Self.ann), .personRemoved(Self.ann),
    ]
    for command in commands {
      var store = store {
        $0.put(Self.session("a"), as: "a")
        // Neither is a login that could end.
        $0.put(Self.session("old", expiresMs: Self.nowMs), as: "old")
        var calendar = Self.session("calendar")
        calendar.isCalendar = true
        $0.put(calendar, as: "calendar")
      }
      store.send(.received(1, command, Header()))
      let events = try commit(&store).1.events
      #expect(events.map(\.labels.type) == ["login.ended"], "\(command)")
      #expect(
        try events[0].data.decode(as: LoginEnded.self)
          == LoginEnded(session: "a", person: Self.ann.lowercaseText))
    }
  }

  @Test func anExpiredSessionEndsWithoutAnEvent() throws {
    var store = store { $0.put(Self.session("old", expiresMs: Self.nowMs), as: "old") }
    store.send(.received(1, .invite(try Self.request()), Self.chief))
    let decided = try commit(&store).1
    #expect(decided.changes.count == 2)
    #expect(decided.events.map(\.labels.type) == ["invitation.added"])
  }

  // MARK: The list, and withdrawal

  private func listed(_ store: inout Store, _ header: Header, _ people: UUID...) throws -> [String]
  {
    store.send(.received(1, .invitations, header))
    if header.teams != nil {
      let (id, _) = try question(&store)
      store.send(
        .peopleFound(id, .success(.init(people: people.map(\.lowercaseText)))))
    }
    return try reply(&store).get().decode(as: ListWebInvitations.Reply.self).invitations.map(\.id)
  }

  @Test func everyoneSeesTheInvitationsThatTheyMayMake() throws {
    let bob = UUID(number: 99)
    var store = store {
      $0.invites["later"] = Self.invite(1, expiresMs: Self.nowMs + 9)
      $0.invites["soon"] = Self.invite(2)
      $0.invites["role"] = Self.invite(3, role: .operator)
      var other = Self.invite(4)
      other.person = bob
      $0.invites["other"] = other
      $0.invites["old"] = Self.invite(5, expiresMs: Self.nowMs)
    }
    func ids(_ numbers: UInt32...) -> [String] { numbers.map { UUID(number: $0).lowercaseText } }
    #expect(try listed(&store, Self.chief) == ids(2, 3, 4, 1))
    #expect(try listed(&store, Self.admin, Self.ann) == ids(2, 1))
    #expect(try listed(&store, Self.admin) == [])
    store.finish()
  }

  @Test func withoutInvitationsNoOneIsAskedFor() throws {
    var store = store { $0.invites["role"] = Self.invite(role: .operator) }
    store.send(.received(1, .invitations, Self.admin))
    #expect(
      try reply(&store).get().decode(as: ListWebInvitations.Reply.self).invitations.isEmpty)
    store.finish()
  }

  @Test(arguments: [true, false]) func anInvitationIsWithdrawn(isByAdmin: Bool) throws {
    var store = store { $0.invites["h"] = Self.invite(1) }
    store.send(
      .received(1, .withdraw(UUID(number: 1)), isByAdmin ? Self.admin : Self.chief))
    if isByAdmin { store.send(.peopleFound(try question(&store).0, Self.found(Self.ann))) }
    let (id, decided) = try commit(&store)
    #expect(decided.events.map(\.labels.type) == ["invitation.withdrawn"])
    #expect(decided.events.first?.labels.subject == UUID(number: 1).lowercaseText)
    store.send(.committed(id, .success(CommitOutcome()))) { $0.invites = [:] }
    _ = try reply(&store).get()
    store.send(.received(1, .login(hash: "h"), Header()))
    #expect(try reply(&store).failure?.code == .denied)
    store.finish()
  }

  @Test func anInvitationOfOthersDoesNotExistForAnAdmin() throws {
    var store = store {
      $0.invites["h"] = Self.invite(1)
      $0.invites["role"] = Self.invite(2, role: .operator)
      $0.invites["old"] = Self.invite(3, expiresMs: Self.nowMs)
    }
    store.send(.received(1, .withdraw(UUID(number: 1)), Self.admin))
    store.send(.peopleFound(try question(&store).0, Self.found()))
    let hidden = try #require(try reply(&store).failure)
    for number: UInt32 in [2, 3, 4] {
      store.send(.received(1, .withdraw(UUID(number: number)), Self.admin))
      let unknown = try #require(try reply(&store).failure)
      #expect(unknown.code == hidden.code && hidden.code == .notFound)
      #expect(
        unknown.message.replacing(UUID(number: number).lowercaseText, with: "")
          == hidden.message.replacing(UUID(number: 1).lowercaseText, with: ""))
    }
    store.finish()
  }

  @Test func theInvitationsOfARemovedPersonAreWithdrawn() throws {
    var store = store { $0.invites["h"] = Self.invite(1) }
    store.send(.received(1, .personRemoved(Self.ann), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.events.map(\.labels.type) == ["invitation.withdrawn"])
    store.send(.committed(id, .success(CommitOutcome()))) { $0.invites = [:] }
    _ = try reply(&store)
    store.finish()
  }

  // MARK: Phones

  private static let phone = GatewayCommand.phone(session: "s", address: "https://x/")

  @Test func aPhoneGetsThePermissionsOfTheSession() throws {
    var store = store { $0.put(Self.session("s"), as: "s") }
    store.send(.received(1, Self.phone, Header(by: "person/\(Self.ann.lowercaseText)")))
    let (id, decided) = try commit(&store)
    #expect(decided.events.map(\.labels.type) == ["invitation.added"])
    store.send(.committed(id, .success(CommitOutcome()))) {
      var invite = Self.invite(session: "s", expiresMs: Self.nowMs + 300_000)
      invite.id = UUID(uuidString: Self.firstID)
      invite.endsMs = Self.nowMs + 1
      $0.invites[Secret.hash(Self.code)] = invite
    }
    let made = try reply(&store).get().decode(as: WebInvite.self)
    #expect(made.link == "https://x/#login=\(Self.code)")
    store.finish()
  }

  /// Otherwise a session could prolong itself again and again.
  @Test func aPhoneIsNotLoggedInLongerThanTheSessionThatLetItIn() throws {
    var store = store {
      $0.put(Self.session("s", person: nil), as: "s")
      var invite = Self.invite(role: .observer, session: "s")
      invite.endsMs = Self.nowMs + 1
      $0.invites["h"] = invite
    }
    store.send(.received(1, .login(hash: "h"), Header()))
    let (id, _) = try commit(&store)
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.invites = [:]
      let token = Secret([UInt8](repeating: 7, count: 32)).text
      $0.put(
        SavedSession(
          hash: Secret.hash(token), name: "Ann", role: .observer, beganMs: Self.nowMs,
          expiresMs: Self.nowMs + 1), as: Self.firstID)
    }
    let login = try reply(&store).get().decode(as: LoggedIn.self)
    #expect(login.expiresMs == Self.nowMs + 1)
    store.finish()
  }

  /// Links for phones do not use up the invitations of others.
  @Test func linksForPhonesAndInvitationsAreCountedApart() throws {
    var store = store {
      $0.put(Self.session("s"), as: "s")
      for number in 0..<Saved.maxPerName {
        $0.invites["\(number)"] = Self.invite(UInt32(number))
      }
    }
    store.send(.received(1, Self.phone, Header()))
    _ = try commit(&store)
  }

  @Test func aSessionHasFiveUnusedLinksForPhones() throws {
    var store = store {
      $0.put(Self.session("s"), as: "s")
      $0.put(Self.session("t"), as: "t")
      $0.invites["old"] = Self.invite(9, session: "s", expiresMs: Self.nowMs)
      for number in 0..<Saved.maxPhoneLinks {
        $0.invites["\(number)"] = Self.invite(UInt32(number), session: "s")
      }
    }
    store.send(.received(1, Self.phone, Header()))
    #expect(try reply(&store).failure?.code == .busy)
    store.send(.received(1, .phone(session: "t", address: "https://x/"), Header()))
    _ = try commit(&store)
  }

  @Test(arguments: ["none", "old", "calendar"]) func onlyALiveBrowserLetsAPhoneIn(id: String) throws
  {
    var store = store {
      $0.put(Self.session("old", expiresMs: Self.nowMs), as: "old")
      var calendar = Self.session("calendar")
      calendar.isCalendar = true
      $0.put(calendar, as: "calendar")
    }
    store.send(.received(1, .phone(session: id, address: "https://x/"), Header()))
    #expect(try reply(&store).failure?.code == .denied)
    store.finish()
  }

  /// A link that was photographed must not work after its user has logged out.
  @Test func unusedLinksForPhonesEndWithTheirSession() throws {
    var store = store {
      $0.put(Self.session("s"), as: "s")
      $0.invites["h"] = Self.invite(1, session: "s")
      $0.invites["other"] = Self.invite(2)
    }
    store.send(.received(1, .logout("s"), Header()))
    let (id, decided) = try commit(&store)
    #expect(decided.events.map(\.labels.type) == ["login.ended", "invitation.withdrawn"])
    store.send(.committed(id, .success(CommitOutcome()))) {
      $0.removeSession("s")
      $0.invites["h"] = nil
    }
    _ = try reply(&store)
    store.finish()
  }

  @Test(arguments: [nowMs, nowMs + 1]) func aLinkForAPhoneEndsWhenItsSessionExpires(
    expiresMs: Int64
  ) throws {
    var store = store {
      $0.put(Self.session("s", expiresMs: expiresMs), as: "s")
      $0.invites["h"] = Self.invite(1, session: "s")
    }
    store.send(.received(1, .login(hash: "h"), Header()))
    if expiresMs > Self.nowMs {
      #expect(try commit(&store).1.changes.count == 2)
    } else {
      #expect(try reply(&store).failure?.code == .denied)
    }
  }

  // MARK: Parents

  @Test func aPhoneEndsWithItsParent() throws {
    for command in [GatewayCommand.logout("p"), .revokeSession("p")] {
      var store = store {
        $0.put(Self.session("p"), as: "p")
        $0.put(Self.session("c", parent: "p"), as: "c")
        $0.put(Self.session("o"), as: "o")
        $0.invites["h"] = Self.invite(1, session: "c", parent: "p")
      }
      store.send(.received(1, command, Header()))
      let (id, decided) = try commit(&store)
      #expect(
        decided.events.map(\.labels.subject) == ["c", "p", UUID(number: 1).lowercaseText])
      store.send(.committed(id, .success(CommitOutcome()))) {
        $0.removeSession("p")
        $0.removeSession("c")
        $0.invites = [:]
      }
      _ = try reply(&store)
      store.finish()
    }
  }

  @Test func aSessionLivesWithItsParent() {
    var saved = Saved()
    saved.put(Self.session("c", parent: "p"), as: "c")
    // Its parent was removed, such as in a restored database.
    #expect(!saved.isLive("c", at: Self.nowMs))
    #expect(saved.session(ofHash: "c", at: Self.nowMs) == nil)
    saved.put(Self.session("p"), as: "p")
    #expect(saved.isLive("c", at: Self.nowMs))
    #expect(saved.session(ofHash: "c", at: Self.nowMs)?.id == "c")
    saved.put(Self.session("p", expiresMs: Self.nowMs), as: "p")
    #expect(!saved.isLive("c", at: Self.nowMs))
    #expect(saved.session(ofHash: "c", at: Self.nowMs) == nil)
  }

  @Test func aPhoneHasTheParentOfTheSessionThatLetItIn() {
    #expect(Self.session("s").parentOfPhones(as: "s") == nil)
    #expect(Self.session("s", parent: "p").parentOfPhones(as: "s") == "p")
  }

  @Test func theParentOfALinkBecomesThatOfTheSession() throws {
    var store = store {
      $0.put(Self.session("p"), as: "p")
      $0.invites["h"] = Self.invite(1, session: "p", parent: "p")
    }
    store.send(.received(1, .login(hash: "h"), Header()))
    let sessions = try commit(&store).1.changes.compactMap { change in
      if case .put(let document) = change { try document.value(as: SavedSession.self) } else { nil }
    }
    #expect(sessions.map(\.parent) == ["p"])
  }

  // MARK: Saved documents

  @Test func invitationsAreReadAfterARestart() throws {
    let reducer = GatewayReducer(
      uuid: .incrementing,
      clock: ClockReader { ClockReading(wallMs: Self.nowMs, boot: "b", uptimeUs: 0) },
      address: "http://localhost/")
    let saved = Self.invite(
      1, teams: ["web"], session: "s", parent: "p", expiresMs: Self.nowMs + 9)
    let old = #"{"name":"old","role":"observer","expiresMs":\#(Self.nowMs + 9)}"#
    let documents = [
      Document(collection: SavedInvite.collection, id: "h", body: try RawJSON(encoding: saved)),
      Document(
        collection: SavedInvite.collection, id: "old",
        body: try RawJSON(validating: Array(old.utf8))
      ),
    ]
    var state = GatewayState()
    _ = reducer.reduce(&state, .start)
    _ = reducer.reduce(&state, .loaded(.success(DocumentPage(documents: documents))))
    #expect(state.saved.invites["h"] == saved)
    // An earlier version saved it without an id, which withdrawing requires.
    #expect(state.saved.invites["old"]?.id?.lowercaseText == Self.firstID)
    #expect(state.saved.unreadable.isEmpty)
  }

  @Test(arguments: [
    #"{"name":"x","role":"observer","expiresMs":1,"teams":["web"]}"#,
    #"{"id":"1","name":"x","role":"observer","expiresMs":1}"#,
  ]) func anInvalidDocumentIsNotUsed(json: String) throws {
    let document = Document(
      collection: SavedInvite.collection, id: "h", body: try RawJSON(validating: Array(json.utf8)))
    #expect(throws: (any Error).self) { try document.value(as: SavedInvite.self) }
  }
}
