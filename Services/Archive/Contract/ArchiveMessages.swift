public import Bus
public import Cells
public import CellsAPI
public import Documents
public import Schema
public import StandupsAPI

// An archive contains everything that users own: standups with their meetings, schedules and
// recording consent, webhooks, focus items, persons and teams. It is read slot by slot, in the same
// way as slots are copied to other cells: first the digests of the documents, then the documents
// themselves, and then the digests again, to detect changes during the copy.

/// Lists the slots that contain standups, and returns the last sequence of the journal, for an
/// archive.
public struct GetArchiveContents: BusCommand, Hashable {
  /// Wire name. Answered by the router.
  public static let target = "archive.contents"
  public static let traits = CommandTraits(access: .operator, isDeferrable: true)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Requests one page. Default: the first one.
  public init(after: String? = nil) { self.after = after }

  /// A page of the slots to archive.
  public struct Reply: Codable, Hashable, Sendable {
    /// Name of this cell. Absent if there is only one installation.
    public var cell: String?
    /// Epoch of the journal.
    public var epoch: String
    /// Last sequence of the journal at the time of the request. If it is unchanged after the
    /// archive was read, nothing has changed.
    public var sequence: Int64
    /// Slots that contain standups here, among those that this page covers, such as `0-511,700`.
    public var slots: SlotSet
    /// Other cells, which must be queried for their own data. Absent in a single cell.
    public var elsewhere: [StandupsPlace]?
    /// Number of live meetings. An archive contains past meetings only.
    public var live: Int
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?

    /// Creates a page; `next` is nil on the last one.
    public init(
      cell: String? = nil, epoch: String, sequence: Int64, slots: SlotSet,
      elsewhere: [StandupsPlace]? = nil, live: Int, next: String? = nil
    ) {
      self.cell = cell
      self.epoch = epoch
      self.sequence = sequence
      self.slots = slots
      self.elsewhere = elsewhere
      self.live = live
      self.next = next
    }
  }
}

/// Lists the documents of a slot, or those that belong to no standup, each with a digest of its
/// content.
public struct GetArchiveDigests: BusCommand, Hashable, Slotted {
  /// A page of documents with their digests.
  public typealias Reply = SlotDigests
  /// Wire name. Fails with `moved` for a slot of another cell.
  public static let target = "archive.digests"
  public static let traits = CommandTraits(access: .operator, errors: [.moved])
  /// Slot of the standups whose documents are listed, from 0 to 1,023. Absent for the documents
  /// that belong to no standup, such as webhooks and persons.
  public var slot: Int?
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?

  public static let bounds: MemberBounds<Self> = [\.slot: .slotNumber]

  /// Requests one page. Default: the first one.
  public init(slot: Int?, after: String? = nil) {
    self.slot = slot
    self.after = after
  }

  /// Slot whose cell answers the command; nil for documents that belong to no standup.
  public var routingSlot: Slot? { slot.flatMap { Slot($0) } }
}

/// Reads whole documents, for an archive.
public struct GetArchiveDocuments: BusCommand, Hashable, Slotted {
  /// Wire name. Fails with `moved` for a slot of another cell.
  public static let target = "archive.documents"
  public static let traits = CommandTraits(access: .operator, errors: [.moved])
  /// Slot of the standups to which the documents belong, from 0 to 1,023. Absent for documents that
  /// belong to no standup, such as webhooks and persons.
  public var slot: Int?
  /// Collection of the documents.
  public var collection: String
  /// Ids of the documents, at most 1000.
  public var ids: [String]
  /// Includes the secrets of webhooks, and the addresses of chats, which are secrets as well.
  /// Default: false.
  public var withSecrets: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.slot: .slotNumber, \.ids: .count(0...DocumentQuery.maxIDs),
  ]

  /// Requests documents of one collection by their ids.
  public init(slot: Int?, collection: String, ids: [String], withSecrets: Bool? = nil) {
    self.slot = slot
    self.collection = collection
    self.ids = ids
    self.withSecrets = withSecrets
  }

  /// Slot whose cell answers the command; nil for documents that belong to no standup.
  public var routingSlot: Slot? { slot.flatMap { Slot($0) } }

  /// The requested documents that exist.
  public struct Reply: Codable, Hashable, Sendable {
    /// Documents in the order of the request. Missing documents are omitted.
    public var documents: [Document]
    /// Ids of the documents that cannot be read, and are therefore missing from an archive. Absent
    /// if all of them can be read.
    public var unreadable: [String]?
    /// Id of the first document that did not fit into the reply; request it and all later documents
    /// again. Absent if all documents fit.
    public var next: String?

    /// Creates a page; `next` is nil if all documents fit.
    public init(documents: [Document], unreadable: [String]? = nil, next: String? = nil) {
      self.documents = documents
      self.unreadable = unreadable
      self.next = next
    }
  }
}

/// Creates documents of an archive that do not exist, and never changes an existing one.
///
/// The command can be repeated, because documents that it created exist by then. Subscribers
/// receive `standup.arrived` for each standup.
public struct RestoreDocuments: BusCommand, Hashable, Slotted {
  /// Wire name. Fails with `moved` for a slot of another cell, and with `invalid` for documents
  /// that cannot be part of an archive.
  public static let target = "archive.restore"
  public static let traits = CommandTraits(access: .operator, errors: [.moved, .conflict])
  /// Slot of the standups to which the documents belong, from 0 to 1,023. Absent for documents that
  /// belong to no standup, such as webhooks and persons.
  public var slot: Int?
  /// Documents to create, at most 200. As in an archive, documents that belong to a standup precede
  /// the standup.
  public var documents: [Document]
  /// Only reports the outcomes and writes nothing. Default: false.
  public var isDryRun: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.slot: .slotNumber, \.documents: .count(0...maxDocuments),
  ]

  /// Creates the command for some documents of one slot.
  public init(slot: Int?, documents: [Document], isDryRun: Bool? = nil) {
    self.slot = slot
    self.documents = documents
    self.isDryRun = isDryRun
  }

  /// Slot to which the documents are written; nil for documents that belong to no standup.
  public var routingSlot: Slot? { slot.flatMap { Slot($0) } }

  /// Maximum number of documents per command.
  public static let maxDocuments = 200

  /// Outcome for one document.
  public struct Outcome: Codable, Hashable, Sendable {
    /// Result for the document; in a dry run, the result that it would have.
    public var result: Result
    /// Reason for a rejection. Absent for the other results.
    public var reason: String?

    /// Creates the outcome for one document; `reason` is set only for a rejection.
    public init(_ result: Result, reason: String? = nil) {
      self.result = result
      self.reason = reason
    }

    /// Result of restoring one document.
    public enum Result: String, Codable, CaseIterable, Hashable, Sendable {
      /// The document did not exist and was created.
      case created
      /// The document exists with the same content.
      case same
      /// The document exists with other content, and was left unchanged.
      case differs
      /// The document was rejected, for the given reason.
      case refused
    }
  }

  /// Outcomes of all documents.
  public struct Reply: Codable, Hashable, Sendable {
    /// One outcome for each document, in the order of the documents.
    public var outcomes: [Outcome]
    /// Creates the reply from one outcome for each document.
    public init(outcomes: [Outcome]) { self.outcomes = outcomes }
  }
}

/// Reports that all documents of an archive have been written, so that the services reload the
/// saved data.
public struct FinishRestore: BusCommand, Hashable {
  /// Empty reply once the services are notified. Later commands wait until the services have
  /// reloaded.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "archive.finish"
  public static let traits = CommandTraits(access: .operator)
  /// Creates the command, whose body is `{}`.
  public init() {}
}
