#if DEBUG || SIMULATION
  import Bus
  import Documents
  import Foundation
  import PeopleAPI
  import RouterAPI
  import ScheduleAPI
  import Standups
  import StandupsAPI
  import TimerAPI
  import WebhooksAPI
  import ZeroMQ

  /// Simulates a user: sends the commands of the plan, and records the replies.
  ///
  /// `@unchecked Sendable`: it is used on its own loop only.
  final class Client: @unchecked Sendable {
    let process: SimulatedProcess
    let cluster: Cluster
    let peer: Peer
    private var sent = 0
    let name: String
    /// Number of the person for whom it sends its commands; nil for a tool.
    private let number: Int?

    /// Creates a user of the page, whose commands the gateway sends.
    init(person number: Int, _ cluster: Cluster, _ gateway: Gateway) {
      self.cluster = cluster
      self.number = number
      name = "person-\(number + 1)"
      process = gateway.process
      peer = gateway.peer
    }

    /// Creates a user of the command line.
    init(_ number: Int, _ cluster: Cluster) {
      self.cluster = cluster
      self.number = nil
      name = "client-\(number)"
      process = cluster.makeProcess(name)
      peer = Peer(transport: PeerPort(process, cluster.board), instance: Header.freshID())
    }

    func start() {
      let peer = peer
      process.start { try? await peer.open() }
    }

    /// Time limit of a call, in milliseconds.
    private static let patienceMs = 6000
    private static let readingPatienceMs = 2000

    /// The person for whom it sends its commands; nil for a tool.
    private var person: UUID? { number.flatMap { cluster.persons[$0] } }

    func perform(_ command: Plan.Command) {
      process.perform { [self] in
        // The person was not added yet.
        if number != nil, person == nil { return }
        sent += 1
        let key = "\(name)-\(sent)-\(command.kind.rawValue)"
        Task { await send(command, key) }
      }
    }

    /// Id that is unique to each standup, and the same in every run.
    static func standup(_ number: Int) -> Standup.ID {
      Standup.ID(UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number))))
    }

    private func send(_ command: Plan.Command, _ key: String) async {
      let id = Self.standup(command.standup)
      switch command.kind {
      case .create:
        let drafts = (0..<cluster.plan.speakers).map { AttendeeDraft(name: "\(key)-\($0)") }
        await send(
          CreateStandup(
            id: id, title: key, durationMs: max(1000, cluster.plan.turnMs * Int64(drafts.count)),
            attendees: drafts, team: Plan.team(command.team)),
          .create(standup: "\(id)", title: key), key, command
        ) { $0.revision }
      case .edit:
        guard let standup = await read(id)?.standup else { return }
        let drafts = standup.attendees.elements.map { AttendeeDraft(id: $0.id, name: $0.name) }
        // Every third new attendee has a longer turn. All other attendees keep theirs.
        let weight = drafts.count % 3 == 0 ? 3 : 1
        let whole = standup.attendees.reduce(weight) { $0 + ($1.weight ?? 1) }
        await send(
          EditStandup(
            id: id, title: key, durationMs: max(1000, cluster.plan.turnMs * Int64(whole)),
            attendees: drafts + [AttendeeDraft(name: key, weight: weight)],
            revision: standup.revision),
          .edit(standup: "\(id)", title: key), key, command
        ) { $0.revision }
      case .start, .startRecorded:
        await send(
          StartMeeting(standup: id, isRecorded: command.kind == .start ? false : nil),
          .start(standup: "\(id)"), key, command
        ) { _ in nil }
      case .next:
        guard let live = await meeting(of: id) else { return }
        let from = live.session.speakerIndex
        await send(
          NextSpeaker(id: live.session.id, from: from),
          .next(meeting: "\(live.session.id)", from: from), key, command
        ) { _ in nil }
      case .extend:
        await send(of: id, key, command) {
          (ExtendTurn(id: $0.id, from: $0.speakerIndex, byMs: 1000), .extend(meeting: "\($0.id)"))
        }
      case .postpone:
        await send(of: id, key, command) {
          (
            PostponeTurn(id: $0.id, from: $0.speakerIndex),
            .postpone(meeting: "\($0.id)", from: $0.speakerIndex)
          )
        }
      case .absent:
        await send(of: id, key, command) {
          (DropTurns(id: $0.id, attendee: $0.attendee(at: 0).id), .absent(meeting: "\($0.id)"))
        }
      case .late:
        await send(of: id, key, command) {
          (
            AddTurn(id: $0.id, attendee: $0.lineup?.absent.first ?? $0.attendee(at: 0).id),
            .late(meeting: "\($0.id)")
          )
        }
      case .undo:
        guard let undo = await meeting(of: id)?.session.undo else { return }
        await send(of: id, key, command) {
          (UndoChange(id: $0.id, change: undo.change), .undo(meeting: "\($0.id)"))
        }
      case .pause:
        await send(of: id, key, command) { (PauseMeeting(id: $0.id), .pause(meeting: "\($0.id)")) }
      case .goOn:
        await send(of: id, key, command) { (ResumeMeeting(id: $0.id), .goOn(meeting: "\($0.id)")) }
      case .end:
        guard let live = await meeting(of: id) else { return }
        await send(
          EndMeeting(id: live.session.id), .end(meeting: "\(live.session.id)"), key, command
        ) { _ in
          nil
        }
      case .save: await answer(id, [.saveAndEnd], key, command)
      case .discard: await answer(id, [.discard, .cancel], key, command)
      case .resume: await answer(id, [.resume, .continueWithoutRecording], key, command)
      case .delete:
        await send(DeleteStandup(id: id), .delete(standup: "\(id)"), key, command) { _ in nil }
      case .away:
        guard let somebody = await read(id)?.standup.attendees.first else { return }
        await send(
          // The absence ends later than any run.
          MarkAbsent(id: id, attendee: somebody.id, untilMs: cluster.machine.wallMs + 3_600_000),
          .away(standup: "\(id)"), key, command
        ) { $0.revision }
      case .back:
        guard let standup = await read(id)?.standup,
          let somebody = standup.attendees.first(where: { $0.absentUntilMs != nil })
        else { return }
        await send(
          MarkPresent(id: id, attendee: somebody.id), .back(standup: "\(id)"), key, command
        ) { $0.revision }
      case .note:
        await send(
          NoteFollowUp(standup: id, text: key), .note(standup: "\(id)", text: key), key, command
        ) { _ in nil }
      case .done:
        guard let open = await fetch(ListFollowUps(standup: id), .read(standup: "\(id)")),
          let first = open.followUps.first(where: { $0.isOpen })
        else { return }
        await send(
          FinishFollowUp(standup: id, followUp: first.id), .done(standup: "\(id)"), key, command
        ) { _ in nil }
      case .write, .unwrite, .reorder, .reopen, .say, .saveWritten:
        await sendAboutMeetings(command, key)
      case .look, .move, .plan, .unplan, .role, .unrole, .addPerson, .removePerson, .addTeam,
        .removeTeam:
        await sendAboutTeams(command, key)
      }
    }

    private func sendAboutTeams(_ command: Plan.Command, _ key: String) async {
      let id = Self.standup(command.standup)
      let team = Plan.team(command.team)
      let person = cluster.persons[command.person]?.lowercaseText
      switch command.kind {
      case .look:
        _ = await read(id)
        _ = await fetch(ListFollowUps(standup: id), .read(standup: "\(id)"))
        _ = await fetch(GetSchedule(subject: "\(id)"), .read(standup: "\(id)"))
        await look(into: id)
        _ = await fetch(ListStandups(), .list)
        _ = await fetch(ListSchedules(), .list)
        _ = await fetch(ListTeams(), .list) { $0.teams.map(\.id) }
        _ = await fetch(EventReplay(JournalQuery(after: 0)), .list) { $0.events.compactMap(\.team) }
      case .move:
        await send(
          SetStandupTeam(id: id, team: team), .move(standup: "\(id)", team: team), key, command
        ) { $0.revision }
      case .plan:
        // A tool may also set a schedule of something that is not a standup.
        guard await read(id) != nil else { return }
        // At a time that no run reaches.
        let rule = ScheduleRule(at: "03:00", on: [.sat], zone: "UTC")
        let isWritten = command.person == 0
        await send(
          SetSchedule(
            subject: "\(id)", rule: rule, mode: isWritten ? .write : nil,
            closesAfterMs: isWritten ? 300_000 : nil),
          .plan(standup: "\(id)"), key, command
        ) { _ in nil }
      case .unplan:
        await send(
          RemoveSchedule(subject: "\(id)"), .unplan(standup: "\(id)"), key, command
        ) { _ in nil }
      case .role:
        guard let person else { return }
        await send(
          SetMember(team: team, person: person, role: command.role),
          .role(person: person, team: team, command.role), key, command
        ) { _ in nil }
      case .unrole:
        guard let person else { return }
        await send(
          RemoveMember(team: team, person: person), .unrole(person: person, team: team), key,
          command
        ) { _ in nil }
      case .addPerson: await add(command.person, key)
      case .removePerson:
        guard let person else { return }
        await send(RemovePerson(id: person), .removePerson(person), key, command) { _ in nil }
      case .addTeam:
        await send(AddTeam(id: team, name: team), .addTeam(team), key, command) { _ in nil }
      case .removeTeam:
        await send(RemoveTeam(id: team), .removeTeam(team), key, command) { _ in nil }
      default: break
      }
    }

    private func add(_ number: Int, _ key: String) async {
      let added = await sendOnce(
        AddPerson(name: "person-\(number + 1)"), .addPerson, key, for: person
      ) { _ in nil }
      if let id = (added?.id).flatMap(UUID.init(uuidString:)) { cluster.note(person: number, id) }
    }

    /// Adds the teams, persons and roles of the plan.
    func setUp() {
      process.perform { [self] in
        Task {
          var commands: [Plan.Command] = []
          for number in 1..<Plan.teams {
            commands.append(Plan.Command(kind: .addTeam, standup: 0, team: number))
          }
          for number in 0..<cluster.plan.persons {
            commands.append(Plan.Command(kind: .addPerson, standup: 0, person: number))
          }
          for member in cluster.plan.memberships {
            commands.append(
              Plan.Command(
                kind: .role, standup: 0, team: member.team, person: member.person,
                role: member.role))
          }
          for (number, command) in commands.enumerated() {
            await send(command, "\(name)-setup-\(number)")
          }
        }
      }
    }

    /// Sends a command about the live meeting of a standup, if there is one.
    func send<Command: BusCommand>(
      of id: Standup.ID, _ key: String, _ command: Plan.Command,
      _ make: (MeetingSession) -> (Command, History.What)
    ) async {
      guard let live = await meeting(of: id) else { return }
      let (body, what) = make(live.session)
      await send(body, what, key, command) { _ in nil }
    }

    private func answer(
      _ id: Standup.ID, _ wishes: [MeetingSession.AlertAction], _ key: String,
      _ command: Plan.Command
    ) async {
      guard let live = await meeting(of: id), let alert = live.session.alert,
        let action = wishes.first(where: alert.actions.contains)
      else { return }
      await send(
        AnswerMeetingAlert(id: live.session.id, action: action),
        .answer(meeting: "\(live.session.id)", action.rawValue), key, command
      ) { _ in nil }
    }

    // MARK: Sending

    /// Sends a command, and possibly repeats it with its key.
    func send<Command: BusCommand>(
      _ body: Command, _ what: History.What, _ key: String, _ command: Plan.Command,
      _ revision: @escaping @Sendable (Command.Reply) -> Int?
    ) async {
      let (again, person) = (command.againAfterMs, person)
      if let again, again <= 30 {
        async let first = sendOnce(body, what, key, for: person, revision)
        try? await process.loop.sleep(until: .now.advanced(by: .milliseconds(again)))
        await sendOnce(body, what, key, for: person, revision)
        _ = await first
      } else {
        await sendOnce(body, what, key, for: person, revision)
        guard let again else { return }
        cluster.repeats += 1
        defer { cluster.repeats -= 1 }
        try? await process.loop.sleep(until: .now.advanced(by: .milliseconds(again)))
        await sendOnce(body, what, key, for: person, revision)
      }
    }

    /// - Parameters:
    ///   - person: the person for whom the command is sent; nil for a tool.
    ///   - teams: returns the teams in a reply.
    ///   - contents: returns the meetings and updates in a reply about a standup.
    @discardableResult private func sendOnce<Command: BusCommand>(
      _ body: Command, _ what: History.What, _ key: String, for person: UUID?,
      timeoutMs: Int = Client.patienceMs,
      teams: @Sendable (Command.Reply) -> [String] = { _ in [] },
      contents: @Sendable (Command.Reply) -> [String] = { _ in [] },
      _ revision: @Sendable (Command.Reply) -> Int?
    ) async -> Command.Reply? {
      let id = Header.freshID()
      let sender = person.map {
        History.Sender(person: $0.lowercaseText, access: Command.traits.access)
      }
      let number = cluster.history.begin(
        key, what, atMs: cluster.nowMs, id: id.lowercaseText, by: sender)
      let outcome: History.Outcome
      var reply: Command.Reply?
      do {
        let data = try await peer.request(
          body,
          options: CallOptions(
            timeoutMs: timeoutMs, idempotencyKey: key, id: id, principal: person.map { .person($0) }
          ))
        let received: Command.Reply = try BusJSON.decode(from: data)
        reply = received
        outcome = .acknowledged(revision: revision(received))
        if person != nil { note(number, data, teams(received), contents(received)) }
      } catch let error as BusError where error.isSaid && error.detail?["wasDone"] == nil {
        outcome = Self.rejection(error, isOfPerson: person != nil)
      } catch {
        outcome = .unknown("\(error)")
      }
      cluster.history.end(number, outcome, atMs: cluster.nowMs)
      cluster.trace.note { "\(self.name) \(key): \(outcome)" }
      let began = cluster.history.entries[number].sentMs
      // The limit includes half a second of grace (see Peer.graceMs) and the delays of a slow
      // process.
      if cluster.nowMs - began > Int64(timeoutMs) + 1500 {
        cluster.found(.answersCome, "“\(key)” was answered after \(cluster.nowMs - began) ms.")
      }
      return reply
    }

    private static func rejection(_ error: BusError, isOfPerson: Bool) -> History.Outcome {
      let text = "\(error.code.rawValue): \(error.message)"
      guard isOfPerson else { return .refused(text) }
      switch error.code {
      case .denied, .notFound: return .denied(text)
      // Known and tolerated, see docs/simulation.md.
      case .conflict where error.message.hasSuffix(StoredReply.anotherRequest):
        return .unknown(text)
      default: return .refused(text)
      }
    }

    /// Records the standups and the teams in a reply to a person. Past events name the standups that the
    /// team had at that time, so that of those only the teams count.
    private func note(_ number: Int, _ reply: Data, _ teams: [String], _ contents: [String]) {
      let text = String(decoding: reply, as: UTF8.self).lowercased()
      let standups = (0..<cluster.plan.standups).map { "\(Self.standup($0))" }
      cluster.history.noteReply(
        number, standups: teams.isEmpty ? standups.filter { text.contains($0.lowercased()) } : [],
        teams: Set(teams).sorted(), contents: contents)
    }

    // MARK: Reading

    func read(_ id: Standup.ID) async -> StandupSummary? {
      await fetch(GetStandup(id: id), .read(standup: "\(id)"))?.summary
    }

    func meeting(of id: Standup.ID) async -> LiveMeeting? {
      guard let live = await read(id)?.live else { return nil }
      return await fetch(GetMeeting(id: live), .read(standup: "\(id)"))
    }

    /// Sends a query. Those of persons are recorded with their replies.
    func fetch<Query: BusCommand>(
      _ query: Query, _ what: History.What,
      teams: @Sendable (Query.Reply) -> [String] = { _ in [] },
      contents: @Sendable (Query.Reply) -> [String] = { _ in [] }
    ) async -> Query.Reply? {
      guard let person else {
        return try? await peer.send(
          query, options: CallOptions(timeoutMs: Self.readingPatienceMs))
      }
      sent += 1
      return await sendOnce(
        query, what, "\(name)-\(sent)-\(Query.target)", for: person,
        timeoutMs: Self.readingPatienceMs, teams: teams, contents: contents
      ) { _ in nil }
    }

    // MARK: The end

    /// Creates the webhook.
    func addWebhook() {
      process.perform { [self] in
        Task {
          _ = try? await peer.send(
            AddWebhook(url: "http://receiver.example/", after: 0),
            options: CallOptions(timeoutMs: 30_000, idempotencyKey: "\(name)-webhook"))
        }
      }
    }

    /// Ends all meetings with an open question, as a person would at the end of the day.
    func tidyUp() {
      process.perform { [self] in Task { await endMeetings() } }
    }

    private func endMeetings() async {
      for _ in 0..<20 {
        guard
          let live = try? await peer.send(ListLiveMeetings(), options: CallOptions(timeoutMs: 2000))
        else { continue }
        let open = live.meetings.filter { $0.session.alert != nil }
        guard !open.isEmpty else { return }
        for meeting in open {
          guard let alert = meeting.session.alert else { continue }
          let action: MeetingSession.AlertAction =
            alert.actions.contains(.saveAndEnd)
            ? .saveAndEnd : alert.actions.contains(.cancel) ? .cancel : .discard
          _ = try? await peer.send(
            AnswerMeetingAlert(id: meeting.session.id, action: action),
            options: CallOptions(timeoutMs: 2000))
        }
      }
    }

    /// The ids of the standups, and the subjects of the schedules, that the person sees; nil for those that
    /// cannot be read.
    struct Sight: Sendable {
      var standups: [String]?
      var schedules: [String]?
    }

    /// Requests everything that the person sees.
    func look(_ take: @escaping @Sendable (Sight) -> Void) {
      process.perform { [self] in
        Task {
          let standups = await fetch(ListStandups(settled: true), .list)
          let schedules = await fetch(ListSchedules(), .list)
          take(
            Sight(
              standups: standups?.standups.map { $0.standup.id.description },
              schedules: schedules?.schedules.map(\.subject)))
        }
      }
    }

    /// Requests the final status of the services.
    func ask(_ take: @escaping @Sendable (_ countdowns: [CountdownStatus]?, _ live: Int?) -> Void) {
      process.perform { [self] in
        Task {
          let options = CallOptions(timeoutMs: 5000)
          var live: Int?
          for _ in 0..<6 {
            // A command may have waited until now, and may have opened a question.
            await endMeetings()
            live = try? await peer.send(ListLiveMeetings(), options: options).meetings.count
            if live == 0 { break }
            try? await process.loop.sleep(until: .now.advanced(by: .milliseconds(700)))
          }
          let countdowns = try? await peer.send(ListCountdowns(), options: options).countdowns
          take(countdowns, live)
        }
      }
    }
  }

  extension BusError {
    /// True if the error means that the command was definitely not executed.
    fileprivate var isSaid: Bool {
      [.invalid, .denied, .tooLarge, .conflict, .notFound].contains(code)
    }
  }
#endif
