import Documents

/// Why the store did not do what it was asked. Unless the sentence says otherwise, nothing changed.
struct StoreError: Error, Sendable, CustomStringConvertible {
  /// A stable name of the reason, open to new ones.
  struct Code: RawRepresentable, Hashable, Sendable {
    var rawValue: String

    /// The file was written by a later version of this program.
    static let newer = Code(rawValue: "newer")
    /// Another process holds the file.
    static let locked = Code(rawValue: "locked")
    /// The server of the database cannot be reached, or went away.
    static let unreachable = Code(rawValue: "unreachable")
    /// Another process has taken the database over.
    static let fenced = Code(rawValue: "fenced")
    /// The database belongs to another program, or was made otherwise than it has to be.
    static let foreign = Code(rawValue: "foreign")
    /// The file is damaged.
    static let damaged = Code(rawValue: "damaged")
    /// The directory or the file system can't be written.
    static let readOnly = Code(rawValue: "readOnly")
    /// The disk, a quota or the database's own limit is full.
    static let full = Code(rawValue: "full")
    /// Reading or writing failed otherwise.
    static let io = Code(rawValue: "io")
    /// Something else is where a file or a directory should be.
    static let notAFile = Code(rawValue: "notAFile")
    /// An event's id is taken.
    static let conflict = Code(rawValue: "conflict")
    /// Another run of the service has begun a term since.
    static let superseded = Code(rawValue: "superseded")
    /// A router with a later term has written since.
    static let outdated = Code(rawValue: "outdated")
    /// A part of the journal that was asked for is gone, or the journal is another one.
    static let compacted = Code(rawValue: "compacted")
    /// An argument makes no sense.
    static let invalid = Code(rawValue: "invalid")
    /// There is a file already where one should be made.
    static let exists = Code(rawValue: "exists")
    /// The store was closed.
    static let closed = Code(rawValue: "closed")
    /// A fault of this program.
    static let `internal` = Code(rawValue: "internal")

    /// Whether it is about what was asked, and not about the database.
    var isCallers: Bool {
      [.conflict, .superseded, .outdated, .compacted, .invalid, .exists].contains(self)
    }

    /// Whether the same call may succeed later without anybody changing it.
    var isRetryable: Bool { [.locked, .full, .unreachable].contains(self) }
  }

  var code: Code
  /// What is wrong and what to do about it. Holds no document, no SQL.
  var sentence: String
  /// The failure underneath.
  var cause: (any Error)?
  /// The id of the document that is in the way.
  var document: String?

  init(_ code: Code, _ sentence: String, cause: (any Error)? = nil, document: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.cause = cause
    self.document = document
  }

  /// A commit of a term that is over.
  static func superseded(_ term: WriterTerm) -> StoreError {
    StoreError(
      .superseded,
      "Another instance of “\(term.owner)” has started a newer writer epoch, so nothing was written; reload the"
        + " saved state and decide again.")
  }

  /// A router that is not the active one any more.
  static func outdated(_ router: Int64, since: Int64) -> StoreError {
    StoreError(
      .outdated,
      "The router that sent this, with writer epoch \(router), is no longer active: a router with writer epoch"
        + " \(since) has replaced it. Nothing was written; send it again through the active router."
    )
  }

  /// A call on a store that was closed.
  static var closed: StoreError {
    StoreError(.closed, "The database is closed; restart the persistence service.")
  }

  /// A target database that already contains data.
  static func notEmpty(_ place: String) -> StoreError {
    StoreError(.exists, "The database \(place) already contains data; specify a new or empty one.")
  }

  static func invalidCount(_ count: Int?) -> StoreError {
    StoreError(.invalid, "Invalid count \(count ?? 0); expected 0 or more.")
  }

  static func duplicate(_ document: Document, cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .conflict, "A document with this id already exists.", cause: cause, document: document.id)
  }

  static func duplicateEvent(cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .conflict, "An event with this id already exists; give each event a unique id.", cause: cause)
  }

  /// A constraint of the database that a change violates.
  static func contradiction(cause: any Error) -> StoreError {
    StoreError(.conflict, "The change conflicts with the stored data.", cause: cause)
  }

  /// A search that was canceled after its time limit.
  static func slowSearch(cause: any Error) -> StoreError {
    StoreError(.invalid, "The search took too long; search for less common words.", cause: cause)
  }

  static func tooLarge(cause: any Error) -> StoreError {
    StoreError(.invalid, "A value is too large for the database; send less data.", cause: cause)
  }

  /// A statement that the database does not accept, which is a bug of this program.
  static func rejected(cause: any Error) -> StoreError {
    StoreError(
      .internal, "The database rejected a statement; please report this as a bug.", cause: cause)
  }

  /// An idempotency key that came with another request before.
  static var anotherRequest: StoreError { StoreError(.conflict, StoredReply.anotherRequest) }

  var description: String {
    guard let cause else { return "\(code.rawValue): \(sentence)" }
    return "\(code.rawValue): \(sentence) [\(cause)]"
  }
}
