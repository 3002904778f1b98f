#if DEBUG || SIMULATION
  import AccessRights
  import Bus
  import Foundation
  import Standups
  import StandupsAPI
  import ZeroMQ

  @testable import BusRouter

  /// One run of a plan.
  struct Simulation {
    /// The result of a run.
    struct Result: Sendable {
      /// Violations of invariants that were found first.
      var findings: [Finding]
      /// Digest of the run, which is equal for two identical runs.
      var digest: String
      /// Number of steps.
      var steps: Int
      /// Number of events in the journal.
      var events: Int
      /// Number of batches of several decisions that a service sent together.
      var batches: Int
      /// Last lines of the trace.
      var trace: [String]
    }

    private let plan: Plan
    private let trace: Trace

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - lines: maximum number of stored trace lines; nil for none.
    ///   - print: called immediately with each line of the trace.
    init(_ plan: Plan, lines: Int? = nil, print: ((String) -> Void)? = nil) {
      self.plan = plan
      trace = Trace(capacity: lines, print: print)
    }

    /// Runs the plan to its end, or to the first violation.
    func run() -> Result {
      Machine.own(seed: plan.seed) { machine in
        let run = Run(machine, plan, trace)
        run.go()
        return run.result
      }
    }
  }

  /// A run in progress.
  private final class Run {
    private let machine: Machine
    private let plan: Plan
    private let cluster: Cluster
    private let listener: Listener
    private var clients: [Client] = []
    private var checker = JournalChecker()
    private var teams = TeamChecker()
    private var past = PastChecker()
    private var read = 0

    /// Time after the last fault by which everything must have recovered, in milliseconds.
    ///
    /// It allows for the longest meeting, with all attendees that were ever added, and before it a start that waits for
    /// its turn, and calls that are retried until their deadline.
    private var quietMs: Int64 { 16_000 + plan.turnMs * Int64(plan.speakers + plan.edits + 2) }
    /// Minimum duration of that phase, in milliseconds, in which late messages that should not exist would appear.
    private static let minQuietMs: Int64 = 3500

    init(_ machine: Machine, _ plan: Plan, _ trace: Trace) {
      self.machine = machine
      self.plan = plan
      cluster = Cluster(machine, plan, trace)
      listener = Listener(cluster)
      let cluster = cluster
      trace.clock = { cluster.nowMs }
      if trace.isOn { cluster.board.onMessage = Self.tracing(trace) }
      checker.isClockStepped = plan.steps.contains { step in
        if case .fault(.stepClock) = step.action { true } else { false }
      }
      // The half second of grace; the second after which it checks again when a command kept the meeting busy; the half
      // second for which the end waits for a timer that does not reply.
      checker.maxLateMs = plan.harmsOnlyTimers ? 2200 : nil
    }

    private static func tracing(_ trace: Trace) -> (String, String, Message) -> Void {
      { from, to, message in
        guard let first = message.first,
          let head = try? first.withUnsafeBytes({ try Head(parsing: $0) }),
          head.kind != .heartbeat
        else { return }
        trace.note { "\(from) -> \(to): \(head.kind.rawValue) \(head.target)" }
      }
    }

    func go() {
      defer { cluster.end() }
      start()
      for step in plan.steps {
        machine.after(ms: step.atMs) { [self] in happen(step.action) }
      }
      machine.after(ms: plan.activeMs) { [cluster] in cluster.heal() }
      // Answer repeatedly, because a late command may open another question.
      for ms in stride(from: 2000, to: quietMs - 1000, by: 2500) {
        machine.after(ms: plan.activeMs + ms) { [self] in clients[0].tidyUp() }
      }
      guard runOn(for: plan.activeMs + Self.minQuietMs) else { return }
      var waitedMs = Self.minQuietMs
      while waitedMs < quietMs, !isSettled {
        waitedMs += 500
        guard runOn(for: 500) else { return }
      }
      checkTheEnd()
    }

    private func start() {
      for role in Plan.Role.allCases {
        if role == .timer2, plan.timers < 2 { continue }
        if role == .webhooks, !plan.hasWebhook { continue }
        cluster.start(role)
      }
      listener.start()
      let gateway = cluster.startGateway()
      clients = (0..<plan.clients).map { Client($0 + 1, cluster) }
      for client in clients { client.start() }
      clients += (0..<plan.persons).map { Client(person: $0, cluster, gateway) }
      clients[0].setUp()
      if plan.hasWebhook { machine.after(ms: 300) { [self] in clients[0].addWebhook() } }
    }

    private func happen(_ action: Plan.Action) {
      switch action {
      case .fault(let fault): cluster.happen(fault)
      case .client(let number, let command): clients[number % clients.count].perform(command)
      }
    }

    /// Continues the run.
    ///
    /// - Returns: false as soon as there is a finding.
    private func runOn(for ms: Int64) -> Bool {
      let end = machine.now + ms * 1_000_000
      while machine.step(until: end) {
        if read < cluster.disk.ledger.events.count { readOn() }
        if !cluster.findings.isEmpty || !checker.findings.isEmpty || !teams.findings.isEmpty
          || !past.findings.isEmpty
        {
          return false
        }
        if machine.steps > Self.maxSteps {
          cluster.found(.queuesAreBounded, "The run has not ended after \(machine.steps) steps.")
          return false
        }
      }
      return true
    }

    private static let maxSteps = 2_000_000

    private func readOn() {
      let ledger = cluster.disk.ledger
      while read < ledger.events.count {
        let event = ledger.events[read]
        cluster.trace.note {
          "journal \(event.sequence): \(event.event.labels.type) \(event.event.data.text.prefix(160))"
        }
        let nowMs = ledger.times[read] - cluster.startMs
        checker.take(event, nowMs: nowMs, cluster.history)
        teams.take(event, nowMs: nowMs)
        past.take(event, nowMs: nowMs)
        read += 1
      }
    }

    // MARK: The end

    /// True if all started work is complete, so that waiting longer would show nothing new.
    private var isSettled: Bool {
      cluster.repeats == 0
        && cluster.history.entries.allSatisfy { $0.outcome != .pending }
        && checker.meetings.allSatisfy { $0.value.end != nil }
        && cluster.disk.isIdle && cluster.disk.ledger.all("sessions").isEmpty
        && listener.ids.count == cluster.disk.ledger.events.count
        && (!plan.hasWebhook
          || Set(cluster.receiver.taken).count == cluster.disk.ledger.events.count)
    }

    private func checkTheEnd() {
      checkServices()
      checkPersons()
      cluster.findings += teams.findings(cluster.history, atMs: cluster.nowMs)
      checkTeams()
      cluster.findings += HistoryChecker.findings(
        cluster.history, titles: checker.titles, effects: past.effects, atMs: cluster.nowMs)
      checkMeetings()
      checkPast()
      checkFigures()
      checkDocuments()
      checkListener()
      checkReceiver()
    }

    private func checkMeetings() {
      let live = checker.meetings.filter { $0.value.end == nil }.keys.sorted()
      if !live.isEmpty {
        cluster.found(.meetingsEnd, "\(live.count) meetings are live in the end: \(live[0]).")
      }
    }

    /// Checks that the saved past meetings, updates and summaries are those of the journal.
    private func checkPast() {
      let ledger = cluster.disk.ledger
      do {
        cluster.findings += try past.findings(
          { ledger.all($0) }, cluster.history, spoken: cluster.spoken, written: cluster.written,
          atMs: cluster.nowMs)
      } catch {
        cluster.found(.pastMeetingsAgree, "A document cannot be read: \(error)")
      }
    }

    /// Checks that the figures of each standup are those of its past meetings.
    private func checkFigures() {
      let ids = cluster.disk.ledger.all("standups").map(\.id)
      let answers = Answers()
      clients[0].figures(of: ids.compactMap { Standup.ID($0) }) { answers.figures = $0 }
      var waitedMs: Int64 = 0
      while answers.figures == nil, waitedMs < 20_000 {
        waitedMs += 50
        guard runOn(for: 50) else { return }
      }
      for id in ids {
        guard let stats = Standup.ID(id).flatMap({ answers.figures?[$0] }) else {
          cluster.found(.answersCome, "The figures of \(id) were not answered.")
          continue
        }
        cluster.findings += past.findings(stats, of: id, atMs: cluster.nowMs)
      }
    }

    private func checkDocuments() {
      for collection in ["sessions", "session.states", "session.lines", "imports", "imports.parts"]
      {
        let left = cluster.disk.ledger.all(collection)
        if !left.isEmpty {
          cluster.found(.nothingIsLeftOver, "\(left.count) documents are left in \(collection).")
        }
      }
      let standups = Set(cluster.disk.ledger.all("standups").map(\.id))
      for collection in ["meetings", "meetings.parts", "followUps", "updates"] {
        let orphans = cluster.disk.ledger.all(collection).filter { document in
          document.parent.map { !standups.contains($0) } ?? true
        }
        if !orphans.isEmpty {
          cluster.found(
            .nothingIsLeftOver, "\(orphans.count) documents in \(collection) have no standup.")
        }
      }
      let known = Set(checker.standups.filter { !$0.value.isDeleted }.keys)
      if known != standups {
        cluster.found(
          .nothingIsLeftOver,
          "\(standups.count) standups are saved, the journal tells of \(known.count).")
      }
    }

    private func checkListener() {
      let journal = cluster.disk.ledger.events.map(\.event.id)
      if listener.ids != journal {
        cluster.found(
          .subscriberHasTheJournal,
          "The listener has \(listener.ids.count) events of \(journal.count).")
      }
    }

    private func checkReceiver() {
      guard plan.hasWebhook else { return }
      let journal = cluster.disk.ledger.events.map(\.event.id)
      var seen: Set<String> = []
      let first = cluster.receiver.taken.filter { seen.insert($0).inserted }
      if first != Array(journal.prefix(first.count)) {
        cluster.found(.webhookHasTheJournal, "The receiver has the events in another order.")
      } else if first.count < journal.count {
        cluster.found(
          .webhookHasTheJournal, "The receiver has \(first.count) events of \(journal.count).")
      }
    }

    /// Checks that the saved state and the roles in the router agree.
    private func checkTeams() {
      let directory = Answers()
      cluster.router.map { router in
        cluster.processes[.router]?.perform {
          directory.people = router.assumeIsolated { $0.core.people.directory }
        }
      }
      guard runOn(for: 50) else { return }
      let ledger = cluster.disk.ledger
      do {
        cluster.findings += try teams.findings(
          { ledger.all($0) }, directory.people, atMs: cluster.nowMs)
      } catch {
        cluster.found(.everythingHasItsTeam, "A document cannot be read: \(error)")
      }
    }

    /// Checks that each person sees the standups and schedules of the person's teams.
    private func checkPersons() {
      for (number, id) in cluster.persons.sorted(by: { $0.key < $1.key }) {
        let roles = teams.roles(of: id.lowercaseText)
        let answers = Answers()
        clients[plan.clients + number].look { answers.sight = $0 }
        var waitedMs: Int64 = 0
        while answers.sight == nil, waitedMs < 10_000 {
          waitedMs += 50
          guard runOn(for: 50) else { return }
        }
        func expected(_ collection: String) -> [String]? {
          guard !roles.isEmpty else { return nil }
          return cluster.disk.ledger.all(collection)
            .filter { document in document.team.map { roles[$0] != nil } ?? false }.map(\.id)
        }
        if answers.sight?.standups?.sorted() != expected("standups")
          || answers.sight?.schedules?.sorted() != expected("schedules")
        {
          cluster.found(
            .everythingHasItsTeam,
            "A person of \(roles.keys.sorted()) sees \(answers.sight.map { "\($0)" } ?? "nothing")."
          )
        }
      }
    }

    /// Checks the status of timers, standups and the router.
    private func checkServices() {
      let cluster = cluster
      let answers = Answers()
      var waitedMs: Int64 = 0
      repeat {
        answers.isAsked = false
        clients[0].ask { countdowns, live in
          if live == nil { cluster.found(.answersCome, "Standups did not answer in the end.") }
          if live ?? 0 > 0 {
            cluster.found(.meetingsEnd, "\(live ?? 0) meetings are live in the end.")
          }
          answers.countdowns = countdowns?.count ?? 0
          answers.isAsked = true
        }
        let untilMs = waitedMs + 30_000
        repeat {
          waitedMs += 50
          guard runOn(for: 50) else { return }
        } while !answers.isAsked && waitedMs < untilMs
        if answers.isAsked, answers.countdowns > 0 {
          waitedMs += 5000
          guard runOn(for: 5000) else { return }
        }
      } while answers.isAsked && answers.countdowns > 0 && waitedMs < Self.askedAnewMs
      if !answers.isAsked { cluster.found(.answersCome, "The last question was not answered.") }
      if answers.countdowns > 0 {
        cluster.found(
          .nothingIsLeftOver, "A timer has \(answers.countdowns) countdowns in the end.")
      }
      checkRouter()
    }

    /// Maximum time until a timer asks whether a paused countdown is still needed, in milliseconds.
    private static let askedAnewMs: Int64 = 310_000

    /// Checks that the router has no pending work, except for messages that wait for a missing service.
    private func checkRouter() {
      guard let router = cluster.router, let process = cluster.processes[.router] else { return }
      let left = Answers()
      for _ in 0..<quietMs / 100 {
        process.perform {
          let report = router.assumeIsolated { $0.report }
          left.queues = report.pending + report.delegating + report.parked.count
        }
        guard runOn(for: 100) else { return }
        if left.queues == 0, isSettled { return }
      }
      if left.queues == 0 { return }
      cluster.found(
        .queuesAreBounded, "The router has \(left.queues) commands, calls and queues in the end.")
    }

    /// `@unchecked Sendable`: it is used on the machine's thread only.
    private final class Answers: @unchecked Sendable {
      var isAsked = false
      var countdowns = 0
      var queues = -1
      var sight: Client.Sight?
      var figures: [Standup.ID: GetMeetingStats.Reply]?
      var people: PeopleDirectory?
    }

    var result: Simulation.Result {
      var digest = machine.digest
      for event in cluster.disk.ledger.events {
        digest.add(event.event.id)
        digest.add(event.event.data.text)
      }
      for line in cluster.findings { digest.add(line.details) }
      return Simulation.Result(
        findings: cluster.findings + checker.findings + teams.findings + past.findings,
        digest: digest.text,
        steps: machine.steps,
        events: cluster.disk.ledger.events.count, batches: cluster.disk.batches,
        trace: cluster.trace.lines)
    }
  }

  extension Plan {
    /// Maximum number of added attendees.
    var edits: Int {
      steps.count { step in
        if case .client(_, let command) = step.action { command.kind == .edit } else { false }
      }
    }

    /// True if any fault can stop a process.
    var hasFaults: Bool {
      steps.contains { step in
        if case .fault = step.action { true } else { false }
      }
    }

    /// True if the router's messages may be late.
    var delaysMessages: Bool {
      conditions.lateOfThousand > 0
        || steps.contains { step in
          switch step.action {
          case .fault(.hold), .fault(.slow), .fault(.suspend(.router, _)): true
          case .client, .fault: false
          }
        }
    }

    /// True if all faults affect timers, so that no meeting may be late.
    var harmsOnlyTimers: Bool {
      conditions.lateOfThousand == 0
        && steps.allSatisfy { step in
          guard case .fault(let fault) = step.action else { return true }
          switch fault {
          case .kill(let role, _), .suspend(let role, _), .replace(let role, _):
            return role == .timer1 || role == .timer2
          default: return false
          }
        }
    }
  }
#endif
