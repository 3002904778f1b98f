#if DEBUG || SIMULATION
  import Bus
  import Foundation
  import Standups
  import StandupsAPI
  import TimerAPI
  import WebhooksAPI
  import ZeroMQ

  /// Simulates a command-line user: sends the commands of the plan, and records the replies.
  ///
  /// `@unchecked Sendable`: it is used on its own loop only.
  final class Client: @unchecked Sendable {
    private let process: SimulatedProcess
    private let cluster: Cluster
    private let peer: Peer
    private var sent = 0
    private let name: String

    init(_ number: Int, _ cluster: Cluster) {
      self.cluster = cluster
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

    func perform(_ command: Plan.Command) {
      process.perform { [self] in
        sent += 1
        let key = "\(name)-\(sent)-\(command.kind.rawValue)"
        Task { await send(command, key) }
      }
    }

    /// Id that is unique to each standup, and the same in every run.
    private static func standup(_ number: Int) -> Standup.ID {
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
            attendees: drafts),
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
        let options = CallOptions(timeoutMs: 2000)
        guard let open = try? await peer.send(ListFollowUps(standup: id), options: options),
          let first = open.followUps.first(where: { $0.isOpen })
        else { return }
        await send(
          FinishFollowUp(standup: id, followUp: first.id), .done(standup: "\(id)"), key, command
        ) { _ in nil }
      }
    }

    /// Sends a command about the live meeting of a standup, if there is one.
    private func send<Command: BusCommand>(
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
    private func send<Command: BusCommand>(
      _ body: Command, _ what: History.What, _ key: String, _ command: Plan.Command,
      _ revision: @escaping @Sendable (Command.Reply) -> Int?
    ) async {
      let again = command.againAfterMs
      if let again, again <= 30 {
        async let first: Void = sendOnce(body, what, key, revision)
        try? await process.loop.sleep(until: .now.advanced(by: .milliseconds(again)))
        await sendOnce(body, what, key, revision)
        await first
      } else {
        await sendOnce(body, what, key, revision)
        guard let again else { return }
        try? await process.loop.sleep(until: .now.advanced(by: .milliseconds(again)))
        await sendOnce(body, what, key, revision)
      }
    }

    private func sendOnce<Command: BusCommand>(
      _ body: Command, _ what: History.What, _ key: String,
      _ revision: @Sendable (Command.Reply) -> Int?
    ) async {
      let number = cluster.history.begin(key, what, atMs: cluster.nowMs)
      let outcome: History.Outcome
      do {
        let reply = try await peer.send(
          body, options: CallOptions(timeoutMs: Self.patienceMs, idempotencyKey: key))
        outcome = .acknowledged(revision: revision(reply))
      } catch let error as BusError where error.isSaid && error.detail?["wasDone"] == nil {
        outcome = .refused("\(error.code.rawValue): \(error.message)")
      } catch {
        outcome = .unknown("\(error)")
      }
      cluster.history.end(number, outcome, atMs: cluster.nowMs)
      cluster.trace.note { "\(self.name) \(key): \(outcome)" }
      let began = cluster.history.entries[number].sentMs
      // The limit includes half a second of grace (see Peer.graceMs) and the delays of a slow
      // process.
      if cluster.nowMs - began > Int64(Self.patienceMs) + 1500 {
        cluster.found(.answersCome, "“\(key)” was answered after \(cluster.nowMs - began) ms.")
      }
    }

    // MARK: Reading

    private func read(_ id: Standup.ID) async -> StandupSummary? {
      try? await peer.send(GetStandup(id: id), options: CallOptions(timeoutMs: 2000)).summary
    }

    private func meeting(of id: Standup.ID) async -> LiveMeeting? {
      guard let live = await read(id)?.live else { return nil }
      return try? await peer.send(GetMeeting(id: live), options: CallOptions(timeoutMs: 2000))
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
