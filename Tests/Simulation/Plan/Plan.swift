#if DEBUG || SIMULATION
  import Dependencies

  /// What is done in a run, and what goes wrong: drawn from a seed, and then only obeyed. Taking steps away leaves a
  /// plan that can be run as well, which is how a failing one is cut down.
  struct Plan: Codable, Hashable, Sendable {
    /// The seed of everything that is not in the plan: latencies, and the order of what is due together.
    var seed: UInt64
    /// How many there are.
    var standups: Int
    var clients: Int
    var timers: Int
    var hasWebhook: Bool
    /// How many speakers each standup has, and how long each has the floor, in milliseconds.
    var speakers: Int
    var turnMs: Int64
    var conditions: Conditions
    var steps: [Step]
    /// For how long things are done and go wrong, in milliseconds; then all heals.
    var activeMs: Int64

    /// What is so for a whole run.
    struct Conditions: Codable, Hashable, Sendable {
      /// How many of a thousand messages are late.
      var lateOfThousand: Int64 = 0
      /// How many of a thousand events are dropped for each subscriber.
      var droppedOfThousand: Int64 = 0
      /// How many of a thousand deliveries to the receiver fail.
      var failedPostsOfThousand: Int64 = 0
    }

    /// One thing that happens.
    struct Step: Codable, Hashable, Sendable {
      /// When, in milliseconds since the beginning.
      var atMs: Int64
      var action: Action
    }

    /// What can happen.
    enum Action: Codable, Hashable, Sendable {
      /// A client does something.
      case client(Int, Command)
      case fault(Fault)
    }

    /// What a client does with a standup.
    struct Command: Codable, Hashable, Sendable {
      enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
        case create, edit, start, startRecorded, next, end, save, discard, resume, delete
        case extend, postpone, absent, late, pause, goOn
        case away, back, note, done
      }
      var kind: Kind
      var standup: Int
      /// The same command is sent once more so many milliseconds later, under the same key.
      var againAfterMs: Int64?
    }

    /// What can go wrong.
    enum Fault: Codable, Hashable, Sendable {
      /// The process ends at once, and is started anew.
      case kill(Role, backAfterMs: Int64)
      /// The process stands still.
      case suspend(Role, ms: Int64)
      /// The process stands still, and another one is started in its place.
      case replace(Role, ms: Int64)
      /// Its connection ends.
      case cut(Role)
      /// What it sends and is sent is under way for so long.
      case hold(Role, ms: Int64)
      /// Its turns take longer.
      case slow(Role, turnMs: Int64, ms: Int64)
      case slowDisk(syncMs: Int64, ms: Int64)
      case fullDisk(ms: Int64)
      case stepClock(byMs: Int64)
    }

    /// Which processes there are.
    enum Role: String, Codable, CaseIterable, Hashable, Sendable {
      case router, persistence, standups, webhooks, timer1, timer2
    }
  }

  extension Plan.Fault {
    /// Faults of one kind are chosen together.
    enum Kind: Int, CaseIterable {
      case killStandups, killTimer, killRouter, killPersistence, killWebhooks
      case suspendStandups, suspendTimer, suspendRouter, suspendPersistence, replaceStandups
      case replaceTimer
      case cut, hold, slow, slowDisk, fullDisk, stepClock
    }
  }
#endif
