import Documents

/// Error of the store. Nothing was changed, unless the sentence says otherwise.
struct StoreError: Error, Sendable, CustomStringConvertible {
  /// Stable name of the reason. More names may be added.
  struct Code: RawRepresentable, Hashable, Sendable {
    var rawValue: String

    /// A later version of this program wrote the file.
    static let newer = Code(rawValue: "newer")
    /// Another process has locked the database.
    static let locked = Code(rawValue: "locked")
    /// The database server is unreachable, or the connection was lost.
    static let unreachable = Code(rawValue: "unreachable")
    /// Another process has taken over the database.
    static let fenced = Code(rawValue: "fenced")
    /// The database belongs to another program, or has unsuitable settings.
    static let foreign = Code(rawValue: "foreign")
    /// The file is damaged.
    static let damaged = Code(rawValue: "damaged")
    /// The directory or the file system is not writable.
    static let readOnly = Code(rawValue: "readOnly")
    /// The disk, a quota or a limit of the database is exhausted.
    static let full = Code(rawValue: "full")
    /// Any other failure to read or write.
    static let io = Code(rawValue: "io")
    /// The path refers to something other than the expected file or directory.
    static let notAFile = Code(rawValue: "notAFile")
    /// The id of a document or event is already in use, or a key belongs to another request.
    static let conflict = Code(rawValue: "conflict")
    /// Another instance of the service has begun a later writer epoch.
    static let superseded = Code(rawValue: "superseded")
    /// A router with a later epoch has written.
    static let outdated = Code(rawValue: "outdated")
    /// A requested part of the journal was removed, or the journal was replaced.
    static let compacted = Code(rawValue: "compacted")
    /// An argument is invalid.
    static let invalid = Code(rawValue: "invalid")
    /// A file or data already exists at the target.
    static let exists = Code(rawValue: "exists")
    /// The store was closed.
    static let closed = Code(rawValue: "closed")
    /// A defect of this program.
    static let `internal` = Code(rawValue: "internal")

    /// True if the caller's request caused the error, rather than the database.
    var isCallers: Bool {
      [.conflict, .superseded, .outdated, .compacted, .invalid, .exists].contains(self)
    }

    /// True if the same call may succeed later.
    var isRetryable: Bool { [.locked, .full, .unreachable].contains(self) }
  }

  var code: Code
  /// Sentence that states the problem and its remedy. It contains no document and no SQL.
  var sentence: String
  /// The underlying error.
  var cause: (any Error)?
  /// Collection and id of the conflicting document, for the error on the bus.
  var conflictDetail: [String: String] = [:]

  init(_ code: Code, _ sentence: String, cause: (any Error)? = nil, document: Document? = nil) {
    self.code = code
    self.sentence = sentence
    self.cause = cause
    conflictDetail = document?.conflictDetail ?? [:]
  }

  /// Error for a commit whose writer epoch is over.
  static func superseded(_ term: WriterTerm) -> StoreError {
    StoreError(
      .superseded,
      "Another instance of “\(term.owner)” has started a newer writer epoch, so nothing was written; reload the"
        + " saved state and decide again.")
  }

  /// Error for a write through a router that is no longer active.
  static func outdated(_ router: Int64, since: Int64) -> StoreError {
    StoreError(
      .outdated,
      "The router that sent this command, with writer epoch \(router), is no longer active: a router with writer epoch"
        + " \(since) has replaced it. Nothing was written; send the command again through the active router."
    )
  }

  /// Error for a call on a store that was closed.
  static var closed: StoreError {
    StoreError(.closed, "The database is closed; restart the persistence service.")
  }

  /// Error for a target database that already contains data.
  static func notEmpty(_ place: String) -> StoreError {
    StoreError(.exists, "The database \(place) already contains data; specify a new or empty one.")
  }

  static func invalidCount(_ count: Int?) -> StoreError {
    StoreError(.invalid, "Invalid count \(count ?? 0); expected 0 or more.")
  }

  static func duplicate(_ document: Document, cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .conflict, "A document with this id already exists.", cause: cause, document: document)
  }

  /// Error for a document that would replace one of another parent or team.
  static func elsewhere(_ document: Document) -> StoreError {
    StoreError(.conflict, document.isElsewhere, document: document)
  }

  static func duplicateEvent(cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .conflict, "An event with this id already exists; give each event a unique id.", cause: cause)
  }

  /// Error for a change that violates a constraint of the database.
  static func contradiction(cause: any Error) -> StoreError {
    StoreError(.conflict, "The change conflicts with the stored data.", cause: cause)
  }

  /// Error for a search that was cancelled after its time limit.
  static func slowSearch(cause: any Error) -> StoreError {
    StoreError(.invalid, "The search took too long; search for less common words.", cause: cause)
  }

  static func tooLarge(cause: any Error) -> StoreError {
    StoreError(.invalid, "A value is too large for the database; send less data.", cause: cause)
  }

  /// Error for a statement that the database rejects, which is a bug of this program.
  static func rejected(cause: any Error) -> StoreError {
    StoreError(
      .internal, "The database rejected a statement; please report this as a bug.", cause: cause)
  }

  /// Error for an idempotency key that was already used with another request.
  static var anotherRequest: StoreError { StoreError(.conflict, StoredReply.anotherRequest) }

  var description: String {
    guard let cause else { return "\(code.rawValue): \(sentence)" }
    return "\(code.rawValue): \(sentence) [\(cause)]"
  }
}
