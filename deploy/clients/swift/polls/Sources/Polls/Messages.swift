public import StandupsBus
public import StandupsContracts

/// A question with choices.
public struct Poll: Codable, Hashable, Sendable {
  /// Id of the poll: a number, as text.
  public var id: String
  public var question: String
  public var choices: [String]
  /// Number of votes for each choice.
  public var votes: [Int]
  /// True until it is closed, or its time is up.
  public var isOpen = true

  /// The choice with the most votes; nil without a vote. If several have as many, it is the first of them.
  public var winner: String? {
    guard let most = votes.max(), most > 0, let index = votes.firstIndex(of: most) else { return nil }
    return choices[index]
  }
}

/// Opens a poll.
public struct OpenPoll: BusCommand {
  public typealias Reply = Poll
  public static let target = "polls.open"
  public static let traits = CommandTraits(access: .member, errors: [.invalid])
  /// One line of 1 to 200 characters.
  public var question: String
  /// From 2 to 10 choices.
  public var choices: [String]
  /// Time after which the poll closes, in milliseconds. Default: it stays open until `polls.close`.
  public var durationMs: Int64?

  public init(question: String, choices: [String], durationMs: Int64? = nil) {
    self.question = question
    self.choices = choices
    self.durationMs = durationMs
  }
}

/// Votes for one choice.
public struct Vote: BusCommand {
  public typealias Reply = Poll
  public static let target = "polls.vote"
  public static let traits = CommandTraits(access: .member, errors: [.notFound, .invalid, .conflict])
  public var id: String
  public var choice: String

  public init(id: String, choice: String) {
    self.id = id
    self.choice = choice
  }
}

/// Closes a poll, and notes its result as a follow-up of a standup.
public struct ClosePoll: BusCommand {
  public typealias Reply = Poll
  public static let target = "polls.close"
  public static let traits = CommandTraits(access: .member, errors: [.notFound, .conflict, .unbound])
  public var id: String
  /// Id of the standup whose current speaker is to follow up. Default: the result is only published.
  public var standup: String?

  public init(id: String, standup: String? = nil) {
    self.id = id
    self.standup = standup
  }
}

/// Reports that the time of a poll is up. The router sends it for the timer.
public struct TellPollTimeUp: BusCommand {
  public typealias Reply = Done
  public static let target = "polls.timeUp"
  public static let traits = CommandTraits(access: .parent)
  /// `polls/ID`, the id of the countdown.
  public var id: String

  public init(id: String) { self.id = id }
}

/// Lists the countdowns that should run. The router sends it when a timer starts.
public struct ListPollClocks: BusCommand {
  public static let target = "polls.clocks"
  public static let traits = CommandTraits(access: .parent)
  public var after: String?

  public init(after: String? = nil) { self.after = after }

  public struct Reply: Codable, Sendable {
    public var countdowns: [PollClockNeeded]
  }
}

/// The result of a poll is a matter for a standup. Bind it to `standups.note`, which has these members.
public struct PollDecided: DelegateMessage {
  /// The follow-up, of which this service needs nothing.
  public typealias Reply = Done
  public static let target = "polls.decided"
  public var standup: String
  public var text: String
}

/// A poll needs a countdown. Bind it to `timer.start`, which has these members.
public struct PollClockNeeded: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "polls.clockNeeded"
  /// `polls/ID`: an outside service may only have countdowns whose ids begin with its name.
  public var id: String
  public var durationMs: Int64
  public var speakers = 1
  /// The clock of the poll, with which a timer that restarts continues.
  public var resuming: StartCountdown.Resumption
}

/// A poll was closed.
public struct PollClosed: Codable, Sendable {
  public static let type = "polls.closed"
  public var question: String
  /// Absent without a vote.
  public var winner: String?
}
