import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// The glossaries of teams.
@Suite struct GlossaryTests {
  private static let nginx = GlossaryTerm("nginx", soundsLike: "engine x")

  private static func document(_ terms: [GlossaryTerm], _ team: String = "default") throws
    -> Document
  {
    Document(
      collection: "glossaries", id: team, team: team,
      body: try RawJSON(encoding: StoredGlossary(terms: terms)))
  }

  private func list(_ run: inout Run, teams: String?, _ team: String? = nil) throws
    -> ListTerms.Reply
  {
    let answer = run.send(.listTerms(ListTerms(team: team)), teams: teams).answer
    guard case .terms(let reply) = try #require(try answer?.get()) else {
      throw Unexpected("no terms")
    }
    return reply
  }

  // MARK: Changing

  @Test func termsAreAddedReplacedAndRemoved() throws {
    var scenario = Scenario()
    let added = scenario.send(
      .addTerms(AddTerms(terms: [Self.nginx, GlossaryTerm("  Grafana ")])))
    let (grafana, both) = (GlossaryTerm("Grafana"), [GlossaryTerm("Grafana"), Self.nginx])
    let document = try Self.document(both)
    let commit = try scenario.commit(["glossary.changed"]) { $0.glossaries["default"] = both }
    #expect(
      commit.changes == [
        .delete(collection: "glossaries", id: "default"), .put(document),
      ])
    let labels = commit.events[0].labels
    #expect(labels.team == "default" && labels.subject == "default")
    #expect(try commit.events[0].data.decode(as: GlossaryChanged.self).count == 2)
    #expect(
      try scenario.reply(to: added)
        == .termsAdded(.init(team: "default", added: 2, replaced: 0, count: 2)))

    let changed = GlossaryTerm("NGINX", soundsLike: "n jinx")
    let replaced = scenario.send(.addTerms(AddTerms(terms: [changed, grafana])))
    try scenario.commit(["glossary.changed"]) { $0.glossaries["default"] = [grafana, changed] }
    #expect(
      try scenario.reply(to: replaced)
        == .termsAdded(.init(team: "default", added: 0, replaced: 1, count: 2)))

    let removed = scenario.send(.removeTerms(RemoveTerms(terms: ["nginx", "unknown"])))
    try scenario.commit(["glossary.changed"]) { $0.glossaries["default"] = [grafana] }
    #expect(
      try scenario.reply(to: removed)
        == .termsRemoved(.init(team: "default", removed: 1, count: 1)))

    let last = scenario.send(.removeTerms(RemoveTerms(terms: ["GRAFANA"])))
    let empty = try scenario.commit(["glossary.changed"]) { $0.glossaries["default"] = [] }
    #expect(empty.changes == [.delete(collection: "glossaries", id: "default")])
    _ = try scenario.reply(to: last)
    let gone = scenario.send(.removeTerms(RemoveTerms(terms: ["Grafana"])))
    #expect(
      try scenario.reply(to: gone)
        == .termsRemoved(.init(team: "default", removed: 0, count: 0)))
    scenario.finish()
  }

  @Test func termsThatAreThereAlreadyChangeNothing() throws {
    var scenario = Scenario { $0.saved.glossaries["default"] = [Self.nginx] }
    let again = scenario.send(.addTerms(AddTerms(terms: [Self.nginx])))
    #expect(
      try scenario.reply(to: again)
        == .termsAdded(.init(team: "default", added: 0, replaced: 0, count: 1)))
    // With a key, the reply is saved.
    let keyed = scenario.send(.addTerms(AddTerms(terms: [Self.nginx])), key: "k")
    #expect(try scenario.commit([]).changes.isEmpty)
    _ = try scenario.reply(to: keyed)
    scenario.finish()
  }

  @Test func repliesAndEventsDoNotContainTheTerms() throws {
    var scenario = Scenario()
    scenario.send(.addTerms(AddTerms(terms: [Self.nginx])), key: "k")
    let (_, decided) = try scenario.takeCommit()
    let reply = try #require(decided.reply?.reply)
    for json in [reply, decided.events[0].data] {
      #expect(!json.text.contains("nginx"))
    }
  }

  @Test(
    arguments: [
      [GlossaryTerm(" ")], [GlossaryTerm("a\u{0}b")],
      [GlossaryTerm(String(repeating: "a", count: 101))], [GlossaryTerm("数据库")],
      [GlossaryTerm("nginx", soundsLike: "数据库")], [GlossaryTerm("nginx", soundsLike: "")],
      [nginx, GlossaryTerm("Nginx")], (0...500).map { GlossaryTerm("term\($0)") },
    ] as [[GlossaryTerm]])
  func invalidTermsAreRejectedAsAWhole(terms: [GlossaryTerm]) throws {
    var scenario = Scenario()
    let caller = scenario.send(.addTerms(AddTerms(terms: [GlossaryTerm("Grafana")] + terms)))
    #expect(try scenario.error(to: caller, .invalid).detail?["member"] == "terms")
    scenario.finish()
  }

  @Test func aCommandHasAtLeastOneTerm() throws {
    var scenario = Scenario()
    try scenario.error(to: scenario.send(.addTerms(AddTerms(terms: []))), .invalid)
    try scenario.error(to: scenario.send(.removeTerms(RemoveTerms(terms: []))), .invalid)
    for term in ["", " ", "a\nb", String(repeating: "a", count: 101)] {
      try scenario.error(to: scenario.send(.removeTerms(RemoveTerms(terms: [term]))), .invalid)
    }
    scenario.finish()
  }

  @Test func aGlossaryHasAtMost500Terms() throws {
    let full = (0..<500).map { GlossaryTerm("term\($0)") }
    var scenario = Scenario { $0.saved.glossaries["default"] = full }
    let more = scenario.send(.addTerms(AddTerms(terms: [Self.nginx])))
    #expect(try scenario.error(to: more, .conflict).message.contains("501"))
    // One that is there can be replaced.
    let term = GlossaryTerm("term7", soundsLike: "term seven")
    let replaced = scenario.send(.addTerms(AddTerms(terms: [term])))
    let (id, decided) = try scenario.takeCommit()
    let document = try #require(decided.changes.last?.document)
    let saved = try document.value(as: StoredGlossary.self).terms
    #expect(saved.count == 500 && saved.contains(term))
    scenario.store.send(.committed(id, .success(.written))) { $0.glossaries["default"] = saved }
    _ = try scenario.reply(to: replaced)
    scenario.finish()
  }

  @Test func theGlossariesOfAllTeamsAreBounded() {
    var glossaries = Glossaries()
    let text = String(repeating: "a", count: 96)
    let full = (100..<600).map { GlossaryTerm("\(text)\($0)", soundsLike: text) }
    var teams = 0
    while glossaries.hasRoom(for: full, of: "t\(teams)"), teams < 10_000 {
      glossaries["t\(teams)"] = full
      teams += 1
    }
    #expect((200..<400).contains(teams))
    #expect(glossaries.hasRoom(for: Array(full.dropLast()), of: "t0"))
    glossaries["t0"] = []
    #expect(glossaries.hasRoom(for: full, of: "new"))
  }

  // MARK: Teams

  @Test func aTeamSeesAndChangesItsOwnTermsOnly() throws {
    var run = Run { state in
      state.saved.glossaries["web"] = [Self.nginx]
      state.saved.glossaries["ops"] = [GlossaryTerm("Grafana")]
    }
    #expect(try list(&run, teams: "web") == .init(team: "web", terms: [Self.nginx]))
    #expect(try list(&run, teams: "web ops", "ops").terms == [GlossaryTerm("Grafana")])
    #expect(try list(&run, teams: nil).terms.isEmpty)
    for command: StandupsCommand in [
      .listTerms(ListTerms(team: "ops")),
      .addTerms(AddTerms(team: "ops", terms: [Self.nginx])),
      .removeTerms(RemoveTerms(team: "ops", terms: ["Grafana"])),
    ] {
      let effects = run.send(command, teams: "web")
      #expect(effects.answer?.failure?.code == .notFound && effects.commits.isEmpty)
      let unnamed = run.send(.listTerms(ListTerms()), teams: "web ops").answer?.failure
      #expect(unnamed?.code == .invalid)
    }
    let decided = try #require(
      run.send(.addTerms(AddTerms(terms: [GlossaryTerm("Redis")])), teams: "web").commits.first)
    #expect(decided.changes.compactMap(\.document).map(\.id) == ["web"])
    #expect(decided.events.map(\.labels.team) == ["web"])
  }

  /// The sender may use all teams, so that only the composition root knows whether a team exists.
  @Test func theTeamOfAGlossaryMustExist() {
    var run = Run()
    let unknown = BusError(.notFound, "Team “web” not found.")
    for command: StandupsCommand in [
      .listTerms(ListTerms(team: "web")), .addTerms(AddTerms(team: "web", terms: [Self.nginx])),
      .removeTerms(RemoveTerms(team: "web", terms: ["nginx"])),
    ] {
      let effects = run.send(command, teams: nil, team: .failure(unknown))
      #expect(effects.answer?.failure == unknown && effects.commits.isEmpty)
      #expect(effects.teams == ["web"])
    }
    #expect(run.state.operations.isEmpty)
  }

  @Test func noTermIsAddedToATeamThatWasRemoved() throws {
    var scenario = Scenario()
    let caller = scenario.send(.addTerms(AddTerms(terms: [Self.nginx])))
    let (id, _) = try scenario.takeCommit()
    let closed = BusError(.conflict, "Team “web” was removed.", detail: ["team": "web"])
    scenario.store.send(.committed(id, .failure(closed)))
    #expect(try scenario.error(to: caller, .conflict) == closed)
    scenario.finish()
  }

  @Test func theTermsOfARemovedTeamAreForgotten() throws {
    var scenario = Scenario { $0.saved.glossaries["web"] = [Self.nginx] }
    scenario.store.send(.received(9_000, .teamGone(TellTeamGone(team: "web")), nil)) {
      $0.glossaries["web"] = []
    }
    #expect(try scenario.reply(to: 9_000) == .done)
    scenario.finish()
  }

  /// The last step of the command removes the person from the standup, and from the glossary of its team.
  @Test func theNameOfAForgottenPersonIsRemoved() throws {
    let grafana = GlossaryTerm("Grafana")
    var scenario = Scenario { state in
      state.saved.add(record(design, 1))
      state.saved.glossaries["default"] = [GlossaryTerm("ada", soundsLike: "aid a"), grafana]
      state.saved.glossaries["web"] = [GlossaryTerm("Ada")]
    }
    var after: String?
    // Past meetings, their later parts, and discarded meetings.
    for _ in 0..<3 {
      let caller = scenario.send(
        .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: after)))
      let (id, _) = try scenario.load()
      scenario.store.send(.documents(id, .success(.init(documents: []))))
      guard case .forgotten(let reply) = try scenario.reply(to: caller) else {
        throw Unexpected("another reply")
      }
      after = reply.next
    }
    let caller = scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: after)))
    let commit = try scenario.commit(["standup.updated", "glossary.changed"]) { saved in
      var standup = design
      standup.attendees = [design.attendees[1]]
      standup.countChange()
      saved.put(record(standup, 1))
      saved.glossaries["default"] = [grafana]
    }
    #expect(commit.changes.last?.document?.collection == "glossaries")
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  // MARK: Lines

  /// A change applies to a meeting that is live.
  @Test func aNewTermIsInTheNextLineOfALiveMeeting() throws {
    var scenario = Scenario.meeting()
    func hear(_ number: Int64) throws -> Segment {
      let heard = line("\(number)", number * 1_000, number * 1_000 + 900, "We moved to engine axe.")
      let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
      let (id, decided) = try scenario.takeCommit()
      let segment = try decided.events[0].data.decode(as: MeetingSegment.self).segment
      let changed = MeetingSession.Line(key: "\(number)", segment: segment, heard: nil)
      scenario.store.send(.committed(id, .success(.written))) { saved in
        change(&saved) { $0.take(changed) }
      }
      _ = try scenario.reply(to: caller)
      return segment
    }
    let before = try hear(1)
    #expect(before.text == "We moved to engine axe." && before.heard == nil)
    let term = GlossaryTerm("Zyx9", soundsLike: "engine axe")
    let caller = scenario.send(.addTerms(AddTerms(terms: [term])))
    try scenario.commit(["glossary.changed"]) { $0.glossaries["default"] = [term] }
    _ = try scenario.reply(to: caller)
    let after = try hear(2)
    #expect(after.text == "We moved to Zyx9." && after.heard == "We moved to engine axe.")
    scenario.finish()
  }

  @Test func theTermsOfAnotherTeamAreNotInALine() throws {
    let session = try #require(Scenario.meeting().session)
    var run = Run { state in
      state.saved.put(session)
      state.saved.glossaries["web"] = [GlossaryTerm("Zyx9", soundsLike: "engine axe")]
    }
    let heard = line("1", 0, 900, "We moved to engine axe.")
    let effects = run.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)), teams: nil)
    let event = try #require(effects.commits.first?.events.first)
    #expect(try event.data.decode(as: MeetingSegment.self).segment.heard == nil)
  }

  @Test func theSoundsOfOnlySomeTeamsAreKept() {
    var glossaries = Glossaries()
    for team in 0..<(2 * Glossaries.maxSpellers) {
      glossaries["t\(team)"] = [Self.nginx]
      _ = glossaries.speller(of: "t\(team)")
    }
    #expect((1...Glossaries.maxSpellers).contains(glossaries.spellers.count))
  }

  // MARK: Restarts

  @Test func glossariesAreThereAgainAfterARestart() throws {
    let documents = [try Self.document([Self.nginx], "web"), try Self.document([.init("Redis")])]
    var scenario = LoadingTests().loaded(glossaries: documents) { saved in
      saved.glossaries["web"] = [Self.nginx]
      saved.glossaries["default"] = [GlossaryTerm("Redis")]
    }
    let caller = scenario.send(.listTerms(ListTerms()))
    #expect(
      try scenario.reply(to: caller)
        == .terms(.init(team: "default", terms: [GlossaryTerm("Redis")])))
    scenario.finish()
  }

  /// A change would replace it, although a newer version may be able to read it.
  @Test func anUnreadableGlossaryIsLeftUntilItIsDiscarded() throws {
    var bad = try Self.document([Self.nginx])
    bad.team = "web"
    var scenario = Scenario { $0.phase = .loading(Loading(part: .glossaries)) }
    scenario.store.send(.loaded(.success(DocumentPage(documents: [bad])))) {
      $0.note(unreadable: "glossaries/default")
    }
    scenario.expectReady()
    for command: StandupsCommand in [
      .listTerms(ListTerms()), .addTerms(AddTerms(terms: [Self.nginx])),
      .removeTerms(RemoveTerms(terms: ["nginx"])),
    ] {
      let error = try scenario.error(to: scenario.send(command), .conflict)
      #expect(error.detail == ["document": "glossaries/default"])
    }
    let discard = scenario.send(.discard(DiscardUnreadable(document: "glossaries/default")))
    let commit = try scenario.commit([]) { $0.forgetUnreadable { _ in true } }
    #expect(commit.changes == [.delete(collection: "glossaries", id: "default")])
    #expect(try scenario.reply(to: discard) == .done)
    let listed = scenario.send(.listTerms(ListTerms()))
    #expect(try scenario.reply(to: listed) == .terms(.init(team: "default", terms: [])))
    scenario.finish()
  }

  @Test(
    arguments: [
      ("default", "default", nil, true), ("web", "default", nil, false),
      ("web", nil, nil, false), ("Web", "Web", nil, false), ("default", "default", "x", false),
    ] as [(String, String?, String?, Bool)])
  func aStoredGlossaryBelongsToTheTeamWhoseIDItHas(
    id: String, team: String?, parent: String?, isValid: Bool
  ) throws {
    var document = try Self.document([Self.nginx], id)
    (document.team, document.parent) = (team, parent)
    #expect((document.problem(as: StoredGlossary.self) == nil) == isValid)
  }

  @Test func aStoredGlossaryIsChecked() throws {
    for terms: [GlossaryTerm] in [
      [], [GlossaryTerm(" a")], [Self.nginx, GlossaryTerm("NGINX")],
      (0...500).map { GlossaryTerm("term\($0)") },
    ] {
      #expect(try Self.document(terms).problem(as: StoredGlossary.self) != nil)
    }
  }
}
