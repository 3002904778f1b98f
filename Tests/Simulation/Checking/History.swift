#if DEBUG || SIMULATION
  import Bus

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
      /// A person received `denied` or `not_found`. The command was not executed, unless the person's
      /// rights ended between an earlier attempt and the reply.
      case denied(String)
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
      case undo(meeting: String)
      case pause(meeting: String)
      case goOn(meeting: String)
      case end(meeting: String)
      case answer(meeting: String, String)
      case delete(standup: String)
      case away(standup: String)
      case back(standup: String)
      case note(standup: String, text: String)
      case done(standup: String)
      case write(standup: String, text: String)
      case unwrite(standup: String)
      case reorder(meeting: String)
      case read(standup: String)
      case list
      case move(standup: String, team: String)
      case plan(standup: String)
      case unplan(standup: String)
      case role(person: String, team: String, TeamRole)
      case unrole(person: String, team: String)
      case addPerson
      case removePerson(String)
      case addTeam(String)
      case removeTeam(String)
    }

    /// The person for whom a command was sent, and the permission that it requires.
    struct Sender: Hashable, Sendable {
      var person: String
      var access: CommandAccess
    }

    /// One sending of a command. A repetition with the same key has its own entry.
    struct Entry: Hashable, Sendable {
      var key: String
      var what: What
      var sentMs: Int64
      var answeredMs: Int64?
      var outcome = Outcome.pending
      /// Id of the command, which is the correlation of its events.
      var id: String
      /// Nil for a tool.
      var sender: Sender?
      /// Ids of the standups in the reply.
      var standups: [String] = []
      /// Ids of the teams in the reply.
      var teams: [String] = []
      /// Ids of the past meetings, and texts of the written updates, in the reply about a standup.
      var contents: [String] = []

      init(key: String, what: What, sentMs: Int64, id: String, sender: Sender?) {
        self.key = key
        self.what = what
        self.sentMs = sentMs
        self.id = id
        self.sender = sender
      }
    }

    /// An event that a person received.
    struct Delivery: Hashable, Sendable {
      var person: String
      /// The team in the topic.
      var team: String
      /// The team of the event.
      var teamOfEvent: String?
      var type: String
      /// Time at which the router sent the event.
      var sentMs: Int64
    }

    private(set) var entries: [Entry] = []
    private(set) var deliveries: [Delivery] = []

    init() {}

    /// Records a sent command.
    ///
    /// - Returns: its number, for `end`.
    mutating func begin(
      _ key: String, _ what: What, atMs: Int64, id: String = "", by sender: Sender? = nil
    ) -> Int {
      entries.append(Entry(key: key, what: what, sentMs: atMs, id: id, sender: sender))
      return entries.count - 1
    }

    /// Records the content of a reply to a person.
    mutating func noteReply(
      _ number: Int, standups: [String], teams: [String], contents: [String] = []
    ) {
      entries[number].standups = standups
      entries[number].teams = teams
      entries[number].contents = contents
    }

    /// Records an event that a person received.
    mutating func note(_ delivery: Delivery) { deliveries.append(delivery) }

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

  extension History.What {
    /// The standup that the command names; nil for none.
    var standup: String? {
      switch self {
      case .create(let id, _), .edit(let id, _), .start(let id), .delete(let id), .away(let id),
        .back(let id), .note(let id, _), .done(let id), .write(let id, _), .unwrite(let id),
        .read(let id), .move(let id, _), .plan(let id), .unplan(let id):
        id
      default: nil
      }
    }

    /// The meeting that the command names; nil for none.
    var meeting: String? {
      switch self {
      case .next(let id, _), .extend(let id), .postpone(let id, _), .absent(let id), .late(let id),
        .undo(let id), .reorder(let id), .pause(let id), .goOn(let id), .end(let id),
        .answer(let id, _):
        id
      default: nil
      }
    }

    /// The team in which the command requires its permission; nil for that of its standup.
    var team: String? {
      switch self {
      case .move(_, let team), .role(_, let team, _), .unrole(_, let team): team
      default: nil
      }
    }
  }
#endif
