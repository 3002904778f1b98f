#if DEBUG || SIMULATION
  import Bus
  import StandupsDependencies

  /// Commands and faults of a run, which are generated from a seed before the run executes them. A plan without
  /// some of its steps can be run as well, which is how a failing plan is reduced.
  struct Plan: Codable, Hashable, Sendable {
    /// Seed of everything outside the plan: latencies, and the order of work that is due at the same time.
    var seed: UInt64
    /// Number of standups.
    var standups: Int
    /// Number of tools, which have all rights.
    var clients: Int
    /// Number of persons, who are added at the start. The clients after the tools act as persons.
    var persons: Int
    /// Roles that the persons get at the start.
    var memberships: [Member]
    var timers: Int
    var hasWebhook: Bool
    /// Number of speakers of each standup.
    var speakers: Int
    var turnMs: Int64
    var conditions: Conditions
    var steps: [Step]
    /// Duration of the phase with commands and faults, in milliseconds. At its end, all faults end.
    var activeMs: Int64

    /// Role of a person in a team, each given by its number.
    struct Member: Codable, Hashable, Sendable {
      var person: Int
      var team: Int
      var role: TeamRole
    }

    /// Number of teams at the start, including the team `default`.
    static let teams = 3

    /// Id of a team. Teams with higher numbers than `teams` are added during the run.
    static func team(_ number: Int) -> String {
      number == 0 ? TeamScope.defaultTeam : "team-\(number)"
    }

    /// Conditions that hold for a whole run.
    struct Conditions: Codable, Hashable, Sendable {
      /// Number of messages per thousand that are late.
      var lateOfThousand: Int64 = 0
      /// Number of events per thousand that are dropped for each subscriber.
      var droppedOfThousand: Int64 = 0
      /// Number of deliveries to the receiver per thousand that fail.
      var failedPostsOfThousand: Int64 = 0
    }

    /// An action and its time.
    struct Step: Codable, Hashable, Sendable {
      /// Time of the action, in milliseconds since the start.
      var atMs: Int64
      var action: Action
    }

    /// Kinds of actions.
    enum Action: Codable, Hashable, Sendable {
      /// A command of a client.
      case client(Int, Command)
      case fault(Fault)
    }

    /// A client's command about a standup.
    struct Command: Codable, Hashable, Sendable {
      enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
        case create, edit, start, startRecorded, next, end, save, discard, resume, delete
        case extend, postpone, absent, late, undo, pause, goOn
        case away, back, note, done
        case write, unwrite, reorder, reopen
        // Sent by services that are modelled: a recognised line, and the end of a standup in writing.
        case say, saveWritten
        // About teams and persons.
        case look, move, plan, unplan
        case role, unrole, addPerson, removePerson, addTeam, removeTeam
      }
      var kind: Kind
      var standup: Int
      var team: Int
      var person: Int
      var role: TeamRole
      /// Delay after which the command is repeated with the same key, in milliseconds; nil for no repetition.
      var againAfterMs: Int64?

      init(
        kind: Kind, standup: Int, team: Int = 0, person: Int = 0, role: TeamRole = .member,
        againAfterMs: Int64? = nil
      ) {
        self.kind = kind
        self.standup = standup
        self.team = team
        self.person = person
        self.role = role
        self.againAfterMs = againAfterMs
      }
    }

    /// Kinds of faults.
    enum Fault: Codable, Hashable, Sendable {
      /// The process is killed, and is restarted later.
      case kill(Role, backAfterMs: Int64)
      /// The process is suspended.
      case suspend(Role, ms: Int64)
      /// The process is suspended, and another one is started in its place.
      case replace(Role, ms: Int64)
      /// The connection of the process ends.
      case cut(Role)
      /// Messages from and to the process are delayed.
      case hold(Role, ms: Int64)
      /// The turns of the process take longer.
      case slow(Role, turnMs: Int64, ms: Int64)
      case slowDisk(syncMs: Int64, ms: Int64)
      case fullDisk(ms: Int64)
      case stepClock(byMs: Int64)
    }

    /// The processes of a run.
    enum Role: String, Codable, CaseIterable, Hashable, Sendable {
      case router, persistence, people, standups, schedule, webhooks, timer1, timer2
    }
  }

  extension Plan.Command.Kind {
    /// True if the command is about a team or a person.
    var isAboutTeams: Bool { Self.aboutTeams.contains(self) }

    static let aboutTeams: [Self] = [
      .look, .move, .plan, .unplan, .role, .unrole, .addPerson, .removePerson, .addTeam,
      .removeTeam,
    ]
  }

  extension Plan.Fault {
    /// Groups of faults that are chosen together.
    enum Kind: Int, CaseIterable {
      case killStandups, killTimer, killRouter, killPersistence, killWebhooks
      case killPeople, suspendPeople, killSchedule
      case suspendStandups, suspendTimer, suspendRouter, suspendPersistence, replaceStandups
      case replaceTimer
      case cut, hold, slow, slowDisk, fullDisk, stepClock
    }
  }
#endif
