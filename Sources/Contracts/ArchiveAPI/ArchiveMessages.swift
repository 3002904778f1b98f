public import Bus
public import Cells
public import CellsAPI
public import Documents
public import StandupsAPI

// An archive has all that users own: standups with their meetings, schedules and consent, webhooks, focus items. It is
// read slot by slot, as slots are copied to other cells: what there is by digests, then the documents that are wanted,
// then the digests again, to see whether anything changed meanwhile.

/// What is there to be archived?
public struct GetArchiveContents: BusCommand, Hashable {
  /// The name on the wire; the router answers it.
  public static let target = "archive.contents"
  /// Much may be asked for after it; whoever asks can come a little later.
  public static let isDeferrable = true
  /// The `next` of the page before, as it came.
  public var after: String?
  /// Asks for a page: the first one unless `after` is given.
  public init(after: String? = nil) { self.after = after }

  /// A page of what there is.
  public struct Reply: Codable, Hashable, Sendable {
    /// The name of the cell; nil where there is one installation.
    public var cell: String?
    /// Names the journal.
    public var epoch: String
    /// How far the journal went when this was asked: where it is the same at the end, nothing has changed.
    public var sequence: Int64
    /// The slots that have standups here, as far as this page looked: `0-511,700`.
    public var slots: SlotSet
    /// Other cells, which have to be asked for theirs; nil where there are none.
    public var elsewhere: [StandupsPlace]?
    /// How many meetings are live: an archive has past ones only.
    public var live: Int
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?

    /// A page; without `next` it is the last.
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

/// Which documents are there, and what do they say in short?
public struct GetArchiveDigests: BusCommand, Hashable, Slotted {
  /// A page of them.
  public typealias Reply = SlotDigests
  /// The name on the wire; `moved` for a slot of another cell.
  public static let target = "archive.digests"
  /// Those of the standups in this slot, from 0 to 1,023; nil for what belongs to no standup.
  public var number: Int?
  /// The `next` of the page before; nil for the first one.
  public var after: String?

  /// Asks for a page.
  public init(slot: Int?, after: String? = nil) {
    number = slot
    self.after = after
  }

  /// Where it is asked.
  public var slot: Slot? { number.flatMap { Slot($0) } }

  private enum CodingKeys: String, CodingKey {
    case number = "slot"
    case after
  }
}

/// Reads documents whole.
public struct GetArchiveDocuments: BusCommand, Hashable, Slotted {
  /// The name on the wire; `moved` for a slot of another cell.
  public static let target = "archive.documents"
  /// The slot of the standups to which they belong, from 0 to 1,023; nil for what belongs to no standup.
  public var number: Int?
  /// The collection that they are in.
  public var collection: String
  /// At most 1,000.
  public var ids: [String]
  /// Whether the secrets of webhooks come, too, and the addresses of chats, which are secrets; false unless told.
  public var withSecrets: Bool?

  /// Asks for some.
  public init(slot: Int?, collection: String, ids: [String], withSecrets: Bool? = nil) {
    number = slot
    self.collection = collection
    self.ids = ids
    self.withSecrets = withSecrets
  }

  /// Where it is asked.
  public var slot: Slot? { number.flatMap { Slot($0) } }

  private enum CodingKeys: String, CodingKey {
    case number = "slot"
    case collection, ids, withSecrets
  }

  /// Those that are there.
  public struct Reply: Codable, Hashable, Sendable {
    /// In the order in which they were asked for; those that are gone are left out.
    public var documents: [Document]
    /// The ids of those that cannot be read; they are not in an archive.
    public var unreadable: [String]?
    /// The first one for which there was no room: ask again for it and those behind it. Nil if there is none.
    public var next: String?

    /// A page.
    public init(documents: [Document], unreadable: [String]? = nil, next: String? = nil) {
      self.documents = documents
      self.unreadable = unreadable
      self.next = next
    }
  }
}

/// Writes documents of an archive that are not there. None that is there is ever changed by it.
///
/// It may be sent any number of times: what was written is there then. Those who follow hear of a standup with
/// `standup.arrived`.
public struct RestoreDocuments: BusCommand, Hashable, Slotted {
  /// The name on the wire; `moved` for a slot of another cell, `invalid` for what no archive has.
  public static let target = "archive.restore"
  /// The slot of the standups to which they belong, from 0 to 1,023; nil for what belongs to no standup.
  public var number: Int?
  /// At most 200; what belongs to a standup comes before it, as in an archive.
  public var documents: [Document]
  /// Only says what would become of them; false unless told.
  public var isDryRun: Bool?

  /// Writes some.
  public init(slot: Int?, documents: [Document], isDryRun: Bool? = nil) {
    number = slot
    self.documents = documents
    self.isDryRun = isDryRun
  }

  /// Where they are to be.
  public var slot: Slot? { number.flatMap { Slot($0) } }

  /// The most of one command.
  public static let maxDocuments = 200

  private enum CodingKeys: String, CodingKey {
    case number = "slot"
    case documents, isDryRun
  }

  /// What became of a document.
  public struct Outcome: Codable, Hashable, Sendable {
    /// What became of it, or would.
    public var result: Result
    /// Why it was refused.
    public var reason: String?

    /// What became of one.
    public init(_ result: Result, reason: String? = nil) {
      self.result = result
      self.reason = reason
    }

    /// What becomes of a document of an archive.
    public enum Result: String, Codable, CaseIterable, Hashable, Sendable {
      /// It was not there, and is now.
      case created
      /// It is there, and says the same.
      case same
      /// It is there and says something else; it stays as it is.
      case differs
      /// It cannot be taken; the reason says why.
      case refused
    }
  }

  /// What became of each.
  public struct Reply: Codable, Hashable, Sendable {
    /// In the order of the documents.
    public var outcomes: [Outcome]
    /// One for each document.
    public init(outcomes: [Outcome]) { self.outcomes = outcomes }
  }
}

/// All of an archive is written: the services load what is saved anew.
public struct FinishRestore: BusCommand, Hashable {
  /// Only that they were told; what is asked of them next waits until they have loaded.
  public typealias Reply = Done
  /// The name on the wire; done twice it is the same.
  public static let target = "archive.finish"
  /// Without members: `{}` on the wire.
  public init() {}
}
