public import Bus
public import Cells
public import Documents

// How a slot moves: the cell that has it compares what both have, sends what differs, lets its standups stand still,
// sends what has changed since, gives the slot away in the map, and tells the other cell.

/// The document of a slot, and what it says in short.
public struct DocumentDigest: Codable, Hashable, Sendable {
  /// Which document.
  public struct Key: Codable, Hashable, Sendable {
    /// The collection that it is in.
    public var collection: String
    /// Its id, unique there.
    public var id: String

    /// Names a document.
    public init(collection: String, id: String) {
      self.collection = collection
      self.id = id
    }
  }

  /// Which document.
  public var key: Key
  /// Differs when it says something else: sixteen hexadecimal digits.
  public var digest: String

  /// A document in short.
  public init(key: Key, digest: String) {
    self.key = key
    self.digest = digest
  }
}

/// A page of what a slot has.
public struct SlotDigests: Codable, Hashable, Sendable {
  /// In an order that does not change while they do not.
  public var digests: [DocumentDigest]
  /// Pass it as `after` for the next page; nil on the last.
  public var next: String?

  /// A page.
  public init(digests: [DocumentDigest], next: String? = nil) {
    self.digests = digests
    self.next = next
  }
}

/// What do you have of a slot that is on its way to you? A cell asks it another one.
public struct GetSlotDigests: BusCommand, Hashable {
  /// What was copied so far.
  public typealias Reply = SlotDigests
  /// The name on the wire; `conflict` for a slot that the cell has, `unavailable` for one that is not known to come.
  public static let target = "cells.digests"
  /// From 0 to 1,023.
  public var slot: Int
  /// The `next` of the page before; nil for the first one.
  public var after: String?
  /// Asks for a page.
  public init(slot: Int, after: String? = nil) {
    self.slot = slot
    self.after = after
  }
}

/// Documents of a slot that is on its way: a cell sends them to the one that is to have it.
public struct ReceiveDocuments: BusCommand, Hashable {
  /// That they are durable.
  public typealias Reply = Done
  /// The name on the wire; `conflict` for a slot that the cell has, `unavailable` for one that is not known to come,
  /// `denied` through the gateway or the bridge.
  public static let target = "cells.receive"
  /// From 0 to 1,023.
  public var slot: Int
  /// What is new there, or says something else.
  public var put: [Document]
  /// What is there and is no more.
  public var remove: [DocumentDigest.Key]
  /// Sends some.
  public init(slot: Int, put: [Document], remove: [DocumentDigest.Key] = []) {
    self.slot = slot
    self.put = put
    self.remove = remove
  }
}

/// A slot is yours. The cell that gave it tells the one that has it.
public struct TakeSlot: BusCommand, Hashable {
  /// That the standups in it are answered for there, and their meetings go on; also where it has moved on since.
  public typealias Reply = Done
  /// Wire name. Idempotent; `denied` through the gateway or the bridge.
  public static let target = "cells.take"
  /// From 0 to 1,023.
  public var slot: Int
  /// The version of the map in which it is the other cell's.
  public var version: Int64
  /// Tells of a slot.
  public init(slot: Int, version: Int64) {
    self.slot = slot
    self.version = version
  }
}

/// The cells service calls: what is there of a slot?
public struct SlotDigestsRequested: DelegateMessage, Hashable {
  /// A page of all documents that belong to standups of the slot.
  public typealias Reply = SlotDigests
  /// The name on the wire.
  public static let target = "cells.digestsRequested"
  /// From 0 to 1,023.
  public var slot: Int
  /// The `next` of the page before; nil for the first one.
  public var after: String?
  /// Asks for a page.
  public init(slot: Int, after: String? = nil) {
    self.slot = slot
    self.after = after
  }
}

/// The cells service calls: documents that are to be sent to another cell.
public struct SlotDocumentsRequested: DelegateMessage, Hashable {
  /// Those that are there, with what a search finds them by.
  public typealias Reply = DocumentPage
  /// The name on the wire.
  public static let target = "cells.documentsRequested"
  /// The collection that they are in.
  public var collection: String
  /// At most 1,000.
  public var ids: [String]
  /// Asks for some.
  public init(collection: String, ids: [String]) {
    self.collection = collection
    self.ids = ids
  }
}

/// The cells service calls: documents came from another cell.
public struct SlotDocumentsReceived: DelegateMessage, Hashable {
  /// That they are durable.
  public typealias Reply = Done
  /// The name on the wire; `invalid` for documents that are not of the slot.
  public static let target = "cells.documentsReceived"
  /// What came.
  public var received: ReceiveDocuments
  /// Tells of some.
  public init(received: ReceiveDocuments) { self.received = received }
}

/// The cells service calls: a slot is this cell's now, and answered for.
public struct SlotTaken: DelegateMessage, Hashable {
  /// That whoever follows the standups has been told.
  public typealias Reply = Done
  /// The name on the wire; told twice, it is the same.
  public static let target = "cells.slotTaken"
  /// From 0 to 1,023.
  public var slot: Int
  /// The version of the map in which it is.
  public var version: Int64
  /// Tells of a slot.
  public init(slot: Int, version: Int64) {
    self.slot = slot
    self.version = version
  }
}

/// The cells service calls: which of these slots, which this cell does not have, have documents here all the same?
public struct LeftSlotsRequested: DelegateMessage, Hashable {
  /// Those that have some.
  public struct Reply: Codable, Hashable, Sendable {
    /// As `0-511,700`.
    public var slots: SlotSet
    /// Some of them.
    public init(slots: SlotSet) { self.slots = slots }
  }
  /// The name on the wire.
  public static let target = "cells.leftRequested"
  /// Which are looked at, as `0-511,700`.
  public var slots: SlotSet
  /// Asks for them.
  public init(slots: SlotSet) { self.slots = slots }
}

/// The cells service calls: what is here of a slot is not this cell's, and goes.
public struct SlotLeft: DelegateMessage, Hashable {
  /// That nothing is left of it.
  public typealias Reply = Done
  /// The name on the wire; told twice, it is the same.
  public static let target = "cells.slotLeft"
  /// From 0 to 1,023.
  public var slot: Int
  /// Where its standups are, if they were here; nil for copies that nobody knew of.
  public var router: String?
  /// Tells of a slot.
  public init(slot: Int, router: String?) {
    self.slot = slot
    self.router = router
  }
}
