public import Bus
public import Cells
public import FastJSON
public import Schema

/// Share of the standups that an installation has, if several installations share the standups.
public struct StandupsShare: Codable, Hashable, Sendable {
  /// Version of the share. The share with the higher version applies.
  public var version: Int64
  /// Slots of the standups that this installation has, such as `0-511,700`. The slot of a standup
  /// is the last ten bits of its id; a live meeting is in the slot of its standup, because its id
  /// is generated accordingly.
  public var slots: SlotSet
  /// Other installations and their slots.
  public var elsewhere: [StandupsPlace]

  /// Creates a share. `elsewhere` lists the other installations, unless the share has all slots.
  public init(version: Int64, slots: SlotSet, elsewhere: [StandupsPlace] = []) {
    self.version = version
    self.slots = slots
    self.elsewhere = elsewhere
  }

  /// Share of the only installation.
  public static let everything = StandupsShare(version: 0, slots: .all)
}

/// Another installation, which has some of the standups that are not here.
public struct StandupsPlace: Codable, Hashable, Sendable, Bounded {
  /// Address to which clients connect, as in `STANDUPS_ROUTER`, or the absolute path of a runtime
  /// directory.
  public var router: String
  /// Slots of the standups in that installation, such as `0-511,700`. The slot of a standup, and of
  /// its live meeting, is the last ten bits of its id.
  public var slots: SlotSet
  /// Address of its page: the root of a host, such as `https://host/`. Absent if it is unknown.
  public var web: String?
  public static let bounds: MemberBounds<Self> = [\.web: .webAddress]

  /// Creates the entry of an installation with its slots.
  public init(router: String, slots: SlotSet, web: String? = nil) {
    self.router = router
    self.slots = slots
    self.web = web
  }
}

/// Requests the share of standups that the service has. The service sends it before it loads
/// anything.
public struct StandupsShareRequested: DelegateMessage, Hashable {
  /// Share of standups; all of them if there is only one installation.
  public typealias Reply = StandupsShare
  /// Wire name. Sent before anything else is loaded.
  public static let target = "standups.shareRequested"
  /// Requests the whole share.
  public init() {}
}

/// Sets the share of standups that the service has from now on.
///
/// A share with an older version than the current one has no effect. The router sends it whenever
/// the share changes.
public struct SetStandupsShare: BusCommand, Hashable {
  /// Empty reply once the share applies. From then on, commands for any other standup fail with
  /// `moved`.
  public typealias Reply = Done
  /// Wire name. A share with an older version than the current one has no effect.
  public static let target = "standups.setShare"
  public static let traits = CommandTraits(access: .parent)
  /// Share that applies from now on.
  public var share: StandupsShare
  /// Sets the share that applies from now on.
  public init(share: StandupsShare) { self.share = share }
}

extension StandupsPlace: FastEncodable {
  /// Writes the members in the order of their names.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""router":"#, router)
    writer.member(#""slots":"#, slots.description)
    writer.member(#""web":"#, web)
    writer.close()
  }
}
