public import Bus
public import Cells
public import Documents
public import Schema

// A slot moves as follows: the cell that has it compares the documents of both cells and sends the
// differences. It then stops serving the slot's standups, sends the changes since the first copy,
// assigns the slot to the other cell in the map, and notifies that cell.

/// Key of a document, and a digest of its content.
public struct DocumentDigest: Codable, Hashable, Sendable, Bounded {
  /// Key of a document.
  public struct Key: Codable, Hashable, Sendable {
    /// Collection of the document.
    public var collection: String
    /// Id of the document, unique in its collection.
    public var id: String

    /// Creates the key of a document.
    public init(collection: String, id: String) {
      self.collection = collection
      self.id = id
    }
  }

  /// Key of the document.
  public var key: Key
  /// Digest that changes with the content of the document: sixteen hexadecimal digits.
  public var digest: String
  public static let bounds: MemberBounds<Self> = [\.digest: .matching("^[0-9a-f]{16}$")]

  /// Creates a digest for the document with this key.
  public init(key: Key, digest: String) {
    self.key = key
    self.digest = digest
  }
}

/// A page of the documents of a slot, with their digests.
public struct SlotDigests: Codable, Hashable, Sendable {
  /// Digests, in an order that is stable while the documents do not change.
  public var digests: [DocumentDigest]
  /// Cursor to pass as `after` for the next page. Absent on the last page.
  public var next: String?

  /// Creates a page; `next` is nil on the last one.
  public init(digests: [DocumentDigest], next: String? = nil) {
    self.digests = digests
    self.next = next
  }
}

/// Lists the documents that have been copied so far, for a slot that is moving here. Another cell
/// sends this command.
public struct GetSlotDigests: BusCommand, Hashable {
  /// A page of the documents copied so far, with their digests.
  public typealias Reply = SlotDigests
  /// Wire name. Fails with `conflict` if this cell already has the slot, and with `unavailable` if
  /// it does not expect the slot.
  public static let target = "cells.digests"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict])
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]
  /// Requests one page. Default: the first one.
  public init(slot: Int, after: String? = nil) {
    self.slot = slot
    self.after = after
  }
}

/// Accepts documents of a slot that is moving here.
///
/// Another cell sends this command. It fails with `denied` through the gateway or the bridge.
public struct ReceiveDocuments: BusCommand, Hashable {
  /// Empty reply once the documents are durable.
  public typealias Reply = Done
  /// Wire name. Fails with `conflict` if this cell already has the slot, with `unavailable` if it
  /// does not expect the slot, and with `denied` through the gateway or the bridge.
  public static let target = "cells.receive"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict])
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Documents that are missing or different in the receiving cell.
  public var put: [Document]
  /// Keys of the documents that the receiving cell has but the sender no longer has.
  public var remove: [DocumentDigest.Key]
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]
  /// Creates the command for some documents of the slot.
  public init(slot: Int, put: [Document], remove: [DocumentDigest.Key] = []) {
    self.slot = slot
    self.put = put
    self.remove = remove
  }
}

/// Reports that a slot now belongs to this cell.
///
/// The cell that gave the slot away sends this command. It fails with `denied` through the gateway
/// or the bridge.
public struct TakeSlot: BusCommand, Hashable {
  /// Empty reply once this cell serves the standups of the slot and continues their meetings, or if
  /// the slot has since moved to another cell.
  public typealias Reply = Done
  /// Wire name. Idempotent. Fails with `denied` through the gateway or the bridge.
  public static let target = "cells.take"
  public static let traits = CommandTraits(access: .operator)
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Version of the map that assigns the slot to the receiving cell.
  public var version: Int64
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]
  /// Reports that a slot is assigned to the receiving cell.
  public init(slot: Int, version: Int64) {
    self.slot = slot
    self.version = version
  }
}

/// Requests the digests of the documents of a slot.
public struct SlotDigestsRequested: DelegateMessage, Hashable {
  /// A page of all documents that belong to standups of the slot, with their digests.
  public typealias Reply = SlotDigests
  public static let target = "cells.digestsRequested"
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]
  /// Requests one page. Default: the first one.
  public init(slot: Int, after: String? = nil) {
    self.slot = slot
    self.after = after
  }
}

/// Requests documents to send to another cell.
public struct SlotDocumentsRequested: DelegateMessage, Hashable {
  /// The requested documents that exist, with their search texts.
  public typealias Reply = DocumentPage
  public static let target = "cells.documentsRequested"
  /// Collection of the documents.
  public var collection: String
  /// Ids of the documents, at most 1000.
  public var ids: [String]
  public static let bounds: MemberBounds<Self> = [\.ids: .count(0...DocumentQuery.maxIDs)]
  /// Requests documents of one collection by their ids.
  public init(collection: String, ids: [String]) {
    self.collection = collection
    self.ids = ids
  }
}

/// Forwards documents that were received from another cell.
public struct SlotDocumentsReceived: DelegateMessage, Hashable {
  /// Empty reply once the documents are durable.
  public typealias Reply = Done
  /// Wire name. Fails with `invalid` for documents that do not belong to the slot.
  public static let target = "cells.documentsReceived"
  /// Documents as the other cell sent them.
  public var received: ReceiveDocuments
  /// Forwards the documents of one `cells.receive`.
  public init(received: ReceiveDocuments) { self.received = received }
}

/// Reports that this cell now has a slot and serves it.
public struct SlotTaken: DelegateMessage, Hashable {
  /// Empty reply once the subscribers of the standups are notified.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "cells.slotTaken"
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Version of the map that assigns the slot to this cell.
  public var version: Int64
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]
  /// Reports that this cell has the slot.
  public init(slot: Int, version: Int64) {
    self.slot = slot
    self.version = version
  }
}

/// Requests those of the given slots that still have documents here. None of the given slots belong
/// to this cell.
public struct LeftSlotsRequested: DelegateMessage, Hashable {
  /// Slots that still have documents here, although they belong to other cells.
  public struct Reply: Codable, Hashable, Sendable {
    /// Slots that still have documents, such as `0-511,700`.
    public var slots: SlotSet
    /// Creates the reply from some of the requested slots.
    public init(slots: SlotSet) { self.slots = slots }
  }
  public static let target = "cells.leftRequested"
  /// Slots to check, such as `0-511,700`.
  public var slots: SlotSet
  /// Requests a check of these slots.
  public init(slots: SlotSet) { self.slots = slots }
}

/// Reports that a slot does not belong to this cell, so its documents here must be removed.
public struct SlotLeft: DelegateMessage, Hashable {
  /// Empty reply once no documents of the slot are left.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "cells.slotLeft"
  /// Slot number, from 0 to 1,023.
  public var slot: Int
  /// Router address of the cell that has the slot, if this cell had its standups. Absent for
  /// leftover copies.
  public var router: String?
  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber, \.router: .cellRouter]
  /// Reports that the slot does not belong to this cell.
  public init(slot: Int, router: String?) {
    self.slot = slot
    self.router = router
  }
}
