public import Bus
public import Standups

/// Reads a `standups.json` of either app, or an export of ours. Nothing is taken if any part of it is wrong.
public struct ImportStandups: BusCommand, Hashable {
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.import"
  /// It begins something new.
  public static let isDeferrable = true
  /// Names a file that is sent in parts.
  public typealias ID = Identifier<ImportStandups>
  /// The file's text.
  public var json: String
  /// Whether a standup of the same id is replaced, left alone, or an error.
  public var existing: Existing?
  /// Refuses a file with standups that are here already, unless told. A file that is too large for
  /// one transaction, of about 1 MB, is refused as `too_large`: send it as `ImportPart`s.
  public init(json: String, existing: Existing? = nil) {
    self.json = json
    self.existing = existing
  }
  /// What becomes of a standup whose id is here already.
  ///
  /// With `refuse` nothing of the file is taken, with `keep` the one that is here stays as it is,
  /// and with `replace` the file's takes its place, past meetings included; what the file does not know
  /// stays: meetings that it has not, and of those that it has what the apps do not write.
  public enum Existing: String, Codable, CaseIterable, Hashable, Sendable {
    case refuse, keep, replace
  }
  /// What became of the standups of the file, each in one of three lists.
  public struct Reply: Codable, Hashable, Sendable {
    /// Those that were not here before.
    public var created: [Standup.ID]
    /// Those whose place the file's took, with `replace`.
    public var replaced: [Standup.ID]
    /// Those that stayed as they are here, with `keep`.
    public var kept: [Standup.ID]
    /// The lists are in the order of the file.
    public init(created: [Standup.ID], replaced: [Standup.ID], kept: [Standup.ID]) {
      self.created = created
      self.replaced = replaced
      self.kept = kept
    }
  }
}

/// Hands over one part of a file of any size.
///
/// The parts are kept until all are there and `TakeImport` takes them. A part that is refused ends
/// the import, and so does a time of ten minutes without one, or a restart of the service before the
/// file is taken: then nothing of it is.
///
/// ```swift
/// let id = ImportStandups.ID(UUID())
/// for (index, json) in parts.enumerated() {
///   _ = try await caller.send(ImportPart(id: id, part: index + 1, json: json))
/// }
/// _ = try await caller.send(TakeImport(id: id, parts: parts.count))
/// ```
public struct ImportPart: BusCommand, Hashable {
  /// How far the import is.
  public typealias Reply = ImportProgress
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.importPart"
  /// It begins something new.
  public static let isDeferrable = true
  /// Names the import; whoever sends it draws it. Part 1 begins it.
  public var id: ImportStandups.ID
  /// Counted from 1; any but the next one is refused as `conflict`.
  public var part: Int
  /// A file of its own. Its first standup may be the last one of the part before: then these are
  /// more of its past meetings.
  public var json: String
  /// What becomes of a standup whose id is here already; that of part 1 counts.
  public var existing: ImportStandups.Existing?
  /// A part of about 300 KB at most: what does not fit one transaction is refused as `too_large`.
  public init(
    id: ImportStandups.ID, part: Int, json: String, existing: ImportStandups.Existing? = nil
  ) {
    self.id = id
    self.part = part
    self.json = json
    self.existing = existing
  }
}

/// Takes a file that was handed over in parts.
///
/// Once it is answered the whole file is taken: its standups come to their places one part after the
/// other, also after a restart.
public struct TakeImport: BusCommand, Hashable {
  /// How far the import is.
  public typealias Reply = ImportProgress
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.importAll"
  /// The import.
  public var id: ImportStandups.ID
  /// How many parts it has; refused as `conflict` if another number came.
  public var parts: Int
  /// Takes a file of so many parts.
  public init(id: ImportStandups.ID, parts: Int) {
    self.id = id
    self.parts = parts
  }
}

/// Asks how far an import is.
public struct GetImport: BusCommand, Hashable {
  /// How far it is. The last sixteen that are over are known.
  public typealias Reply = ImportProgress
  /// The name on the wire; it only reads.
  public static let target = "standups.importProgress"
  /// The import; `not_found` for one that was given up.
  public var id: ImportStandups.ID
  /// Asks about one import.
  public init(id: ImportStandups.ID) { self.id = id }
}

/// How far an import in parts is.
public struct ImportProgress: Codable, Hashable, Sendable {
  /// The import.
  public var id: ImportStandups.ID
  /// What is being done.
  public var phase: Phase
  /// How many parts came.
  public var parts: Int
  /// How many of them are in their places.
  public var applied: Int
  /// How many standups of those are new.
  public var created: Int
  /// How many took the place of one that was here.
  public var replaced: Int
  /// How many were left out for one that is here.
  public var kept: Int

  /// An import that begins.
  public init(
    id: ImportStandups.ID, phase: Phase = .receiving, parts: Int = 0, applied: Int = 0,
    created: Int = 0, replaced: Int = 0, kept: Int = 0
  ) {
    self.id = id
    self.phase = phase
    self.parts = parts
    self.applied = applied
    self.created = created
    self.replaced = replaced
    self.kept = kept
  }

  /// What is being done with an import.
  public enum Phase: String, Codable, CaseIterable, Hashable, Sendable {
    /// Its parts are being sent; nothing of it is taken.
    case receiving
    /// It is taken, and its parts come to their places.
    case applying
    /// All of it is in its place.
    case done
  }
}
