#if DEBUG || SIMULATION
  /// Commands of the clients, with their replies.
  struct History: Hashable, Sendable {
    /// The outcome of a command, as seen by its client.
    enum Outcome: Hashable, Sendable {
      case pending
      /// The command was executed. `revision` is the standup's revision after it, if the reply
      /// contains one.
      case acknowledged(revision: Int?)
      /// The command was definitely not executed.
      case refused(String)
      /// It is unknown whether the command was executed.
      case unknown(String)
    }

    /// The content of a command.
    enum What: Hashable, Sendable {
      case create(standup: String, title: String)
      case edit(standup: String, title: String)
      case start(standup: String)
      case next(meeting: String, from: Int)
      case extend(meeting: String)
      case postpone(meeting: String, from: Int)
      case absent(meeting: String)
      case late(meeting: String)
      case pause(meeting: String)
      case goOn(meeting: String)
      case end(meeting: String)
      case answer(meeting: String, String)
      case delete(standup: String)
      case away(standup: String)
      case back(standup: String)
      case note(standup: String, text: String)
      case done(standup: String)
    }

    /// One sending of a command. A repetition with the same key has its own entry.
    struct Entry: Hashable, Sendable {
      var key: String
      var what: What
      var sentMs: Int64
      var answeredMs: Int64?
      var outcome = Outcome.pending

      init(key: String, what: What, sentMs: Int64) {
        self.key = key
        self.what = what
        self.sentMs = sentMs
      }
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Records a sent command.
    ///
    /// - Returns: its number, for `end`.
    mutating func begin(_ key: String, _ what: What, atMs: Int64) -> Int {
      entries.append(Entry(key: key, what: what, sentMs: atMs))
      return entries.count - 1
    }

    /// Records a reply.
    mutating func end(_ number: Int, _ outcome: Outcome, atMs: Int64) {
      entries[number].outcome = outcome
      entries[number].answeredMs = atMs
    }

    /// True if a client requested the end of a speaker's turn.
    func hasAsked(_ meeting: String, from: Int) -> Bool {
      // The absent attendee may be the current speaker.
      let wishes: [What] = [
        .next(meeting: meeting, from: from), .postpone(meeting: meeting, from: from),
        .absent(meeting: meeting),
      ]
      return entries.contains { wishes.contains($0.what) }
    }
  }
#endif
