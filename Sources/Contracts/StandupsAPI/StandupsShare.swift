public import Bus
public import Cells
public import FastJSON

/// Which standups this installation has, where there are several that share them.
public struct StandupsShare: Codable, Hashable, Sendable {
  /// Of two shares the one with the higher version holds.
  public var version: Int64
  /// The slots of the ids of the standups that it has.
  public var slots: SlotSet
  /// Where the others are.
  public var elsewhere: [StandupsPlace]

  /// A share; one that is not everything says where the rest is.
  public init(version: Int64, slots: SlotSet, elsewhere: [StandupsPlace] = []) {
    self.version = version
    self.slots = slots
    self.elsewhere = elsewhere
  }

  /// All standups, where there are no other installations.
  public static let everything = StandupsShare(version: 0, slots: .all)
}

/// Where some standups are that are not here.
public struct StandupsPlace: Codable, Hashable, Sendable {
  /// What clients connect to, as `STANDUPS_ROUTER`.
  public var router: String
  /// The slots of the ids of the standups there.
  public var slots: SlotSet
  /// Where its page is, as `https://host/`; nil where that is not known.
  public var web: String?

  /// A place that has something.
  public init(router: String, slots: SlotSet, web: String? = nil) {
    self.router = router
    self.slots = slots
    self.web = web
  }
}

/// The standups service calls: which standups are mine?
public struct StandupsShareRequested: DelegateMessage, Hashable {
  /// All of them, where there is one installation.
  public typealias Reply = StandupsShare
  /// The name on the wire; asked before anything is loaded.
  public static let target = "standups.shareRequested"
  /// Asks for the whole of it.
  public init() {}
}

/// Which standups are the service's from now on. The parent tells it when that changes.
public struct SetStandupsShare: BusCommand, Hashable {
  /// Only that it holds: a command about any other standup is refused as `moved`.
  public typealias Reply = Done
  /// The name on the wire; an older version than the one that holds changes nothing.
  public static let target = "standups.setShare"
  /// The share.
  public var share: StandupsShare
  /// Sets it.
  public init(share: StandupsShare) { self.share = share }
}

extension StandupsPlace: FastEncodable {
  /// Writes them in the order of their names.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""router":"#, router)
    writer.member(#""slots":"#, slots.description)
    if let web { writer.member(#""web":"#, web) }
    writer.close()
  }
}
