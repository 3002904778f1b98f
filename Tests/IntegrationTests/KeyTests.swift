import Bus
import CommandLineKit
import Connecting
import Documents
import Foundation
import PeopleAPI
import RouterAPI
import SnapshotAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import TimerAPI
import ZeroMQ

/// The real services with keys: roles, and keys that change during a meeting.
@Suite(.withLogs, .timeLimit(.minutes(30)), .needs(.curve)) struct KeyTests {
  @Test func rolesDecide() async throws {
    try await withKeys { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      let standup = try await chief.createStandup(durationMs: 60_000, attendees: 2)
      #expect(try await chief.send(GetHealth()).refusedConnections == 0)
      #expect(try await chief.send(GetHealth()).denied == 0)

      let observer = try await cluster.peer(keyOf: "observer")
      #expect(try await observer.refusal(GetHealth()) == nil)
      #expect(try await observer.refusal(EventHeads()) == nil)
      #expect(try await observer.refusal(EventSnapshot()) == nil)
      #expect(try await observer.refusal(ListStandups()) == nil)
      #expect(try await observer.refusal(GetStandup(id: standup.id)) == nil)
      #expect(try await observer.refusal(SearchTranscripts(query: "plan")) == nil)
      #expect(try await observer.refusal(ListLiveMeetings()) == nil)
      #expect(try await observer.refusal(ExportStandups())?.code == .denied)
      let create = CreateStandup(title: "Mine", durationMs: 60_000)
      #expect(try await observer.refusal(create)?.code == .denied)
      #expect(try await observer.refusal(DeadLetters(action: .drop))?.code == .denied)

      let load = try await cluster.peer(keyOf: "loadtest")
      let clock = StartCountdown(id: "load/1", durationMs: 60_000, speakers: 1)
      #expect(try await load.refusal(clock) == nil)
      #expect(try await load.refusal(CancelCountdown(id: clock.id)) == nil)
      // Ids of tools, people and meetings belong to other peers.
      for id in ["tool/egg", "meeting/1", "focus/ann", "load"] {
        let foreign = StartCountdown(id: id, durationMs: 60_000, speakers: 1)
        #expect(try await load.refusal(foreign)?.code == .denied, "\(id)")
      }
      #expect(try await load.refusal(ListCountdowns())?.code == .denied)
      #expect(try await load.refusal(ListStandups())?.code == .denied)
      #expect(try await load.refusal(EventHeads())?.code == .denied)

      let timer = try await cluster.peer(keyOf: "timer")
      #expect(try await timer.refusal(GetHealth()) == nil)
      #expect(try await timer.refusal(ListStandups())?.code == .denied)
      #expect(try await chief.send(ListStandups()).standups.count == 1)
      #expect(try await chief.send(GetHealth()).denied == 11)
      try await expectSubscriptions(cluster)
      try await expectImpostor(cluster, chief)
    }
  }

  /// The actor of a command is in all events that result from it, through delegate calls and
  /// bindings, and no one else's.
  @Test func eventsHaveTheirActor() async throws {
    try await withKeys { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      let standup = try await chief.createStandup(durationMs: 60_000, attendees: 2)
      _ = try await chief.send(DeleteStandup(id: standup.id))
      let events = try await chief.send(EventReplay(JournalQuery(after: 0))).events
      let own = events.filter { $0.subject == standup.id.description }
      #expect(own.first?.type == "standup.created")
      #expect(own.last?.type == "standup.deleted")
      #expect(Set(own.map(\.by)) == ["tool/operator"])
      // The router itself reported the services.
      #expect(events.filter { $0.type == "service.up" }.allSatisfy { $0.by == nil })
      let mine = JournalQuery(after: 0, by: "tool/operator")
      #expect(try await chief.send(EventReplay(mine)).events == events.filter { $0.by != nil })
      let others = JournalQuery(after: 0, by: "tool/observer")
      #expect(try await chief.send(EventReplay(others)).events.isEmpty)

      let audit = try await cluster.run(
        Program.commandLine,
        ["audit", "--by", "operator", "--since", "1h", "--key", cluster.secret("operator")])
      #expect(audit.ending == .exit(0), "\(audit.output)")
      #expect(audit.lines.dropFirst().allSatisfy { $0.contains("tool/operator") })
      #expect(audit.output.contains("standup.deleted"))
    }
  }

  /// A person's key has the permissions of the person's role, from the moment at which a change of
  /// it is acknowledged, and after the router and the people service were killed, too.
  @Test func aPersonsRoleDecides() async throws {
    try await withKeys { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      let ann = try await chief.send(AddPerson(name: "Ann"))
      _ = try await cluster.keys("add", "ann", "--role", "person:\(ann.id)")
      let own = try await cluster.peer(keyOf: "ann")
      while try await own.refusal(GetHealth()) != nil {}
      #expect(try await own.refusal(ListStandups())?.code == .denied)

      _ = try await chief.send(SetMember(team: "default", person: ann.id, role: .member))
      let standup = try await own.createStandup(durationMs: 60_000, attendees: 2)
      #expect(try await own.refusal(DeleteStandup(id: standup.id))?.code == .denied)
      _ = try await chief.send(SetMember(team: "default", person: ann.id, role: .admin))
      _ = try await own.send(DeleteStandup(id: standup.id))
      let events = try await chief.send(EventReplay(JournalQuery(after: 0, by: "person/\(ann.id)")))
      #expect(events.events.map(\.type) == ["standup.created", "standup.deleted"])

      // Repeated, the command of an earlier promotion promotes no one.
      let promotion = SetMember(team: "default", person: ann.id, role: .admin)
      let once = CallOptions(idempotencyKey: "promotion")
      let demotion = SetMember(team: "default", person: ann.id, role: .member)
      _ = try await chief.send(demotion)
      _ = try await chief.send(promotion, options: once)
      _ = try await chief.send(demotion)
      _ = try await chief.send(promotion, options: once)
      #expect(try await own.refusal(ExportStandups())?.code == .denied)
      #expect(try await own.refusal(ListStandups()) == nil)

      for program in [Program.router, Program("people")] {
        await cluster.signal(SIGKILL, [program])
        #expect(try await own.send(ListStandups(), options: Self.patient).standups.isEmpty)
        #expect(try await chief.send(GetPerson(id: ann.id), options: Self.patient).id == ann.id)
      }
      _ = try await chief.send(RemoveMember(team: "default", person: ann.id))
      #expect(try await own.refusal(ListStandups())?.code == .denied)
      _ = try await chief.send(EditPerson(id: ann.id, isOperator: true))
      #expect(try await own.refusal(DeadLetters(action: .drop)) == nil)
      _ = try await chief.send(RemovePerson(id: ann.id))
      #expect(try await own.refusal(ListStandups())?.code == .denied)
    }
  }

  /// A key of a team has the permissions of its role until the team is removed, also after the router
  /// was killed.
  @Test func theRoleOfAToolDecides() async throws {
    try await withKeys { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      _ = try await chief.send(AddTeam(id: "ops", name: "Ops"))
      _ = try await cluster.keys("add", "ci", "--role", "team:ops:member")
      let own = try await cluster.peer(keyOf: "ci")
      while try await own.refusal(GetHealth()) != nil {}
      #expect(try await own.send(WhoAmI()) == WhoAmI.Reply(by: "tool/ci", teams: ["ops"]))
      let standup = try await own.createStandup(durationMs: 60_000, attendees: 2)
      #expect(standup.team == "ops")
      #expect(try await own.refusal(DeleteStandup(id: standup.id))?.code == .denied)
      let events = try await chief.send(EventReplay(JournalQuery(after: 0, by: "tool/ci")))
      #expect(events.events.map(\.type) == ["standup.created"])

      _ = try await chief.send(DeleteStandup(id: standup.id))
      _ = try await chief.send(RemoveTeam(id: "ops"))
      #expect(try await own.refusal(ListStandups())?.code == .denied)
      await cluster.signal(SIGKILL, [Program.router])
      #expect(try await chief.send(ListStandups(), options: Self.patient).standups.isEmpty)
      // Until the router has read which teams were removed.
      while try await own.refusal(ListStandups())?.code != .denied {}
    }
  }

  private static let patient = CallOptions(timeoutMs: 60_000)

  private func expectSubscriptions(_ cluster: Cluster) async throws {
    for (name, topic, isAllowed) in [
      ("observer", "t/", true), ("operator", "t/", true), ("webhooks", "t/meeting.", true),
      ("loadtest", "t/load.tick/", true), ("loadtest", "t/meeting.tick/", false),
      ("timer", "t/", false), ("persistence", "m/1/", false),
    ] {
      let subscriber = try await cluster.connect(keyOf: name).subscriber()
      do {
        let confirmation = try await subscriber.subscribe([topic]).confirmation
        #expect(isAllowed, "\(name) \(topic)")
        #expect(confirmation.denied.isEmpty)
      } catch let error as BusError {
        #expect(!isAllowed, "\(name) \(topic)")
        #expect(error.code == .denied)
        #expect(error.message.contains(topic))
      }
      await subscriber.close()
    }
  }

  /// A connection with the timer's key registers as persistence.
  private func expectImpostor(_ cluster: Cluster, _ chief: Peer) async throws {
    let (notices, feed) = AsyncStream<PeerNotice>.makeStream()
    let connection = try await cluster.connect(keyOf: "timer") { feed.yield($0) }
    try await connection.peer.open(
      as: ServiceDefinition(name: "persistence", commands: CommandTable()))
    for await notice in notices {
      guard case .refused(let error) = notice else { continue }
      #expect(error.code == .denied)
      #expect(error.message.contains("service:persistence"))
      break
    }
    await connection.close()
    let services = try await chief.send(ListServices()).services
    #expect(services.filter { $0.name == "persistence" }.map(\.state) == [.up])
    #expect(try await chief.refusal(GetListStatus()) == nil)
  }

  @Test func whoHasNoKnownKeyIsNotLetIn() async throws {
    try await withKeys { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      let stranger = try CurveKeyPair.generate()
      let file = "\(cluster.folder)/stranger.key_secret"
      try KeyFile.write(CurveCertificate(stranger), to: file)
      let router = "\(cluster.keys)/router/router.key"
      let unknown = try await cluster.connect(key: file, router: router) { _ in }
      try await unknown.peer.open()
      let refusal = try await unknown.peer.refusal(ListStandups())
      #expect(refusal?.code == .denied)
      #expect(refusal?.message.contains("does not know this key") == true)

      // The router may close the connection before it has reported that it requires keys.
      let none = try await cluster.peer(keyOf: nil)
      try await eventually("Nobody is let in without a key.") {
        try await none.refusal(ListStandups())?.code == .denied
      }
      let other = try await cluster.connect(
        keyOf: "operator", router: CurveKeyPair.generate().publicKey.z85)
      try await other.peer.open()
      let wrong = try await other.peer.refusal(ListStandups())
      #expect(wrong?.code == .unavailable)
      #expect(wrong?.message.contains("is aborting every handshake") == true)

      #expect(try await chief.send(GetHealth()).refusedConnections >= 3)
      let log = try String(contentsOfFile: "\(cluster.logs)/router.log", encoding: .utf8)
      #expect(log.contains(stranger.publicKey.fingerprint))
      for name in ["operator", "timer"] {
        let pair = try KeyFile.readPair(cluster.secret(name))
        #expect(!log.contains(pair.publicKey.z85))
        #expect(!log.contains(pair.secretKey.z85))
      }
      #expect(!log.contains(stranger.publicKey.z85))

      // The command line reports the same error.
      let list = try await cluster.run(Program.commandLine, ["list"])
      #expect(list.ending == .exit(ExitCode.denied.rawValue))
      #expect(list.output.contains("STANDUPS_KEY"))
      let known = try await cluster.run(
        Program.commandLine, ["list", "--key", cluster.secret("operator")])
      #expect(known.ending == .exit(0), "\(known.output)")
      let lost = try await cluster.run(
        Program.commandLine, ["list", "--key", file, "--router-key", router])
      #expect(lost.ending == .exit(ExitCode.denied.rawValue))
      #expect(lost.output.contains(stranger.publicKey.fingerprint))
    }
  }

  @Test func aMeetingGoesOnWhileKeysChange() async throws {
    try await withKeys { cluster in
      let connection = try await cluster.connect(keyOf: "operator")
      try await connection.peer.open()
      let chief = connection.peer
      try await chief.waitUntilReady()
      let follower = Follower(connection)
      try await follower.start()
      let watching = try await cluster.connect(keyOf: "observer")
      try await watching.peer.open()
      #expect(try await watching.peer.refusal(EventHeads()) == nil)
      let eyes = watching.subscriber()
      let (_, items) = try await eyes.subscribe(["t/"])
      let seen = Task {
        var types: [String] = []
        for await case .event(_, let event) in items { types.append(event.type) }
        return types
      }

      let standup = try await chief.createStandup(durationMs: 12_000, attendees: 4)
      let session = try await chief.startMeeting(standup)
      try await follower.tick(session.id, atLeastMs: 1000)

      // A new key for the timer replaces the old one, which is then revoked.
      let old = try KeyFile.readPair(cluster.secret("timer")).publicKey.fingerprint
      _ = try await cluster.keys("rotate", "timer")
      _ = try await cluster.keys("revoke", old)
      _ = try await cluster.keys("revoke", "observer")
      _ = try await cluster.keys("add", "late", "--role", "observer")

      // The observer is notified why it receives nothing more.
      var refusal: BusError?
      while refusal?.code != .denied {
        refusal = try await watching.peer.refusal(EventHeads())
      }
      // A key added later is recognised without a restart.
      let late = try await cluster.peer(keyOf: "late")
      while try await late.refusal(EventHeads()) != nil {}

      _ = try await follower.first(MeetingFinished.self, about: session.id)
      let changes = try await follower.events(about: session.id)
        .filter { $0.type == MeetingSpeakerChanged.type }
        .map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
      #expect(changes.map(\.elapsedMs) == [3000, 6000, 9000])
      let saved = try await chief.pastMeetings(standup.id)
      #expect(saved.map(\.durationMs) == [12_000])
      await eyes.close()
      let types = await seen.value
      #expect(types.contains(MeetingStarted.type))
      #expect(!types.contains(MeetingFinished.type))
      // The old key was really revoked: the timer reconnected with the other one.
      let lost = await follower.events.filter { $0.type == ServiceLost.type }
      #expect(lost.map(\.subject).contains("timer"))
    }
  }
}
