#if DEBUG || SIMULATION
  import Bus
  import StandupsDependencies

  extension Plan {
    /// Generates a plan from a seed.
    ///
    /// Each seed chooses some kinds of faults, and a few faults of each kind. A run with all kinds at once would make
    /// no progress, and a run with occasional single faults would never combine two of one kind (Groce et al., “Swarm
    /// testing”, ISSTA 2012; FoundationDB and TigerBeetle choose theirs in the same way).
    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed &* 0x9E37_79B9 ^ 0xA11CE)
      func draw(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
      func chance(_ percent: Int64) -> Bool { draw(1...100) <= percent }

      self.seed = seed
      standups = Int(draw(1...3))
      clients = Int(draw(1...3))
      persons = Int(draw(2...3))
      memberships = (0..<persons).flatMap { person in
        // In no, one or two teams.
        let teams = (0..<draw(0...2)).map { _ in Int(draw(0...Int64(Self.teams - 1))) }
        return Set(teams).sorted().map {
          Member(person: person, team: $0, role: Self.role(draw))
        }
      }
      timers = chance(50) ? 2 : 1
      hasWebhook = chance(40)
      speakers = Int(draw(2...4))
      turnMs = [300, 700, 1000, 1500][Int(draw(0...3))]
      activeMs = [6_000, 10_000, 16_000][Int(draw(0...2))]
      conditions = Conditions()
      if chance(30) { conditions.lateOfThousand = draw(1...40) }
      if chance(40) { conditions.droppedOfThousand = draw(1...80) }
      if chance(30) { conditions.failedPostsOfThousand = draw(50...500) }
      steps = []

      // Draw the clients' commands. Each standup is created first, followed by a mixture of commands that depends on
      // the seed.
      let senders = clients + persons
      for standup in 0..<standups {
        let sender = chance(15) ? clients + Int(draw(0...Int64(persons - 1))) : standup % clients
        steps.append(
          Step(
            atMs: draw(300...900),
            action: .client(
              sender,
              Command(
                kind: .create, standup: standup, team: Int(draw(0...Int64(Self.teams - 1)))))))
      }
      let kinds = Command.Kind.allCases.filter {
        $0 != .create && $0 != .delete && !$0.isAboutTeams
      }
      let favourites =
        [Command.Kind.start] + (0..<3).map { _ in kinds[Int(draw(0...Int64(kinds.count - 1)))] }
      let repeats = chance(40) ? draw(10...60) : 0
      let count = draw(6...30)
      var at: Int64 = 1000
      for _ in 0..<count {
        // Send some commands at the same time, to provoke races.
        if chance(60) { at += draw(1...2 * activeMs / count) }
        guard at < activeMs else { break }
        let kind =
          chance(70)
          ? favourites[Int(draw(0...3))] : kinds[Int(draw(0...Int64(kinds.count - 1)))]
        let command = Command(
          kind: chance(2) ? .delete : kind, standup: Int(draw(0...Int64(standups - 1))),
          againAfterMs: draw(1...100) <= repeats
            ? (chance(50) ? draw(0...30) : draw(200...4000)) : nil)
        steps.append(Step(atMs: at, action: .client(Int(draw(0...Int64(senders - 1))), command)))
      }
      steps += Self.endings(standups: standups, senders: senders, activeMs: activeMs, draw)
      at = 1000
      let changes = draw(3...15)
      for _ in 0..<changes {
        if chance(60) { at += draw(1...2 * activeMs / changes) }
        guard at < activeMs else { break }
        var command = Command(
          kind: Self.kindAboutTeams(draw), standup: Int(draw(0...Int64(standups - 1))))
        command.againAfterMs =
          draw(1...100) <= repeats ? (chance(50) ? draw(0...30) : draw(200...4000)) : nil
        // A team that does not exist yet is sometimes named.
        command.team = Int(draw(0...Int64(Self.teams)))
        command.person = Int(draw(0...Int64(persons - 1)))
        command.role = Self.role(draw)
        // A tool changes most; persons mostly read.
        let isPerson = chance(command.kind == .look ? 90 : 40)
        let sender =
          isPerson ? clients + Int(draw(0...Int64(persons - 1))) : Int(draw(0...Int64(clients - 1)))
        steps.append(Step(atMs: at, action: .client(sender, command)))
        // A standup that arrives in a team that is being removed, or is read at that moment.
        if chance(30) {
          command.kind = chance(50) ? .move : .look
          let other = chance(50) ? 0 : clients + Int(draw(0...Int64(persons - 1)))
          steps.append(Step(atMs: at + draw(0...30), action: .client(other, command)))
        }
      }

      let kindsOfFaults = Fault.Kind.allCases
      let percent = [0, 8, 15, 30][Int(draw(0...3))]
      for kind in kindsOfFaults where chance(Int64(percent)) {
        for _ in 0..<draw(1...3) {
          let fault = Self.fault(kind, timers: timers, draw)
          steps.append(Step(atMs: draw(300...activeMs), action: .fault(fault)))
        }
      }
      steps.sort { $0.atMs < $1.atMs }
    }

    /// Meetings that end and may continue, because single commands rarely add up to that: updates are written, words
    /// are spoken before and after the end, and two clients undo it, sometimes after the next meeting has begun.
    private static func endings(
      standups: Int, senders: Int, activeMs: Int64, _ draw: (ClosedRange<Int64>) -> Int64
    ) -> [Step] {
      var steps: [Step] = []
      for _ in 0..<draw(0...2) {
        let standup = Int(draw(0...Int64(standups - 1)))
        var at = draw(1000...activeMs / 2)
        let isSaved = draw(1...100) <= 60
        var kinds: [(kind: Command.Kind, percent: Int64)] = [
          (.write, 60), (.start, 100), (.say, 80), (.reorder, 40), (.write, 40), (.unwrite, 15),
          (draw(0...1) == 0 ? .end : .pause, 100), (.say, 50), (isSaved ? .save : .discard, 100),
          (.say, 60), (.start, 15), (.write, 10), (.saveWritten, 10), (.reopen, 85), (.reopen, 40),
          (.say, 50), (.end, 60), (.save, 60), (.reopen, 30),
        ]
        if draw(1...100) <= 30 { kinds += [(.saveWritten, 100)] }
        for (kind, percent) in kinds {
          guard draw(1...100) <= percent else { continue }
          at += draw(0...3) == 0 ? draw(0...10) : draw(20...400)
          guard at < activeMs else { break }
          let again: Int64? = draw(1...100) <= 15 ? draw(0...3000) : nil
          steps.append(
            Step(
              atMs: at,
              action: .client(
                Int(draw(0...Int64(senders - 1))),
                Command(kind: kind, standup: standup, againAfterMs: again))))
        }
      }
      return steps
    }

    /// Most persons are more than observers, so that most commands of persons are permitted.
    private static func role(_ draw: (ClosedRange<Int64>) -> Int64) -> TeamRole {
      [.observer, .member, .admin, .admin][Int(draw(0...3))]
    }

    private static func kindAboutTeams(
      _ draw: (ClosedRange<Int64>) -> Int64
    ) -> Command.Kind {
      switch draw(1...100) {
      case 1...25: .look
      case 26...40: .move
      case 41...55: .role
      case 56...75: .unrole
      case 76...83: .plan
      case 84...85: .unplan
      case 86...88: .removePerson
      case 89...90: .addPerson
      case 91...94: .addTeam
      default: .removeTeam
      }
    }

    private static func fault(
      _ kind: Fault.Kind, timers: Int, _ draw: (ClosedRange<Int64>) -> Int64
    ) -> Fault {
      let timer: Role = timers > 1 && draw(0...1) == 1 ? .timer2 : .timer1
      let roles = Role.allCases.filter { $0 != .timer2 || timers > 1 }
      let any = roles[Int(draw(0...Int64(roles.count - 1)))]
      let back = draw(0...1) == 0 ? draw(5...200) : draw(200...4000)
      switch kind {
      case .killStandups: return .kill(.standups, backAfterMs: back)
      case .killTimer: return .kill(timer, backAfterMs: back)
      case .killRouter: return .kill(.router, backAfterMs: back)
      case .killPersistence: return .kill(.persistence, backAfterMs: back)
      case .killWebhooks: return .kill(.webhooks, backAfterMs: back)
      case .killPeople: return .kill(.people, backAfterMs: back)
      case .suspendPeople: return .suspend(.people, ms: draw(100...6000))
      case .killSchedule: return .kill(.schedule, backAfterMs: back)
      case .suspendStandups: return .suspend(.standups, ms: draw(100...6000))
      case .suspendTimer: return .suspend(timer, ms: draw(100...7000))
      case .suspendRouter: return .suspend(.router, ms: draw(100...4000))
      case .suspendPersistence: return .suspend(.persistence, ms: draw(100...6000))
      case .replaceStandups: return .replace(.standups, ms: draw(3500...7000))
      case .replaceTimer:
        // A single timer continues immediately when it resumes, because nothing else has the countdowns of tools. It
        // cannot know that it was replaced, so its first late ticks may be duplicates.
        guard timers > 1 else { return .suspend(timer, ms: draw(3500...7000)) }
        return .replace(timer, ms: draw(3500...7000))
      case .cut: return .cut(any)
      // Together with the second between two heartbeats, the delay is less than the three seconds after which the
      // router considers a peer lost. If a timer were disconnected for longer, it and its successor would both
      // continue, and neither could know.
      case .hold: return .hold(any, ms: draw(50...1500))
      case .slow: return .slow(any, turnMs: draw(1...20), ms: draw(200...3000))
      case .slowDisk: return .slowDisk(syncMs: draw(20...9000), ms: draw(200...3000))
      case .fullDisk: return .fullDisk(ms: draw(100...3000))
      case .stepClock:
        return .stepClock(byMs: draw(0...1) == 0 ? draw(-5000 ... -50) : draw(50...5000))
      }
    }
  }
#endif
