#if DEBUG || SIMULATION
  /// What the clients asked for, and how it was answered.
  struct History: Hashable, Sendable {
    /// What became of a command, as its client saw it.
    enum Outcome: Hashable, Sendable {
      case pending
      /// It was done; the standup's revision afterwards, where the answer has one.
      case acknowledged(revision: Int?)
      /// It was certainly not done.
      case refused(String)
      /// Nobody can say whether it was done.
      case unknown(String)
    }

    /// What was asked for.
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

    /// One sending of a command; one that is sent again under its key has an entry of its own.
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

    /// A command is sent.
    ///
    /// - Returns: its number, for `end`.
    mutating func begin(_ key: String, _ what: What, atMs: Int64) -> Int {
      entries.append(Entry(key: key, what: what, sentMs: atMs))
      return entries.count - 1
    }

    /// It was answered.
    mutating func end(_ number: Int, _ outcome: Outcome, atMs: Int64) {
      entries[number].outcome = outcome
      entries[number].answeredMs = atMs
    }

    /// Whether somebody asked to go on from a speaker.
    func hasAsked(_ meeting: String, from: Int) -> Bool {
      // Whoever is absent may have the floor.
      let wishes: [What] = [
        .next(meeting: meeting, from: from), .postpone(meeting: meeting, from: from),
        .absent(meeting: meeting),
      ]
      return entries.contains { wishes.contains($0.what) }
    }
  }
#endif
