public import Bus

/// The webhooks service calls: make these webhooks and positions durable.
public struct WebhookChangesDecided: DelegateMessage, Hashable {
  public typealias Reply = Commit.Reply
  public static let target = "webhooks.changesDecided"
  public var commit: Commit
  public init(commit: Commit) { self.commit = commit }
}

/// The webhooks service calls: which webhooks were stored?
public struct WebhookStateRequested: DelegateMessage, Hashable {
  public typealias Reply = Load.Reply
  public static let target = "webhooks.stateRequested"
  public var load: Load
  public init(load: Load) { self.load = load }
}

/// The webhooks service calls: what comes next in the journal?
public struct WebhookEventsRequested: DelegateMessage, Hashable {
  public typealias Reply = EventReplay.Reply
  public static let target = "webhooks.eventsRequested"
  public var replay: EventReplay
  public init(replay: EventReplay) { self.replay = replay }
}

/// The webhooks service calls: where does the journal begin and end?
public struct WebhookHeadsRequested: DelegateMessage, Hashable {
  public typealias Reply = JournalHeads.Reply
  public static let target = "webhooks.headsRequested"
  public init() {}
}
