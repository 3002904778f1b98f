public import Schema

/// An error that crosses the bus: the body of an `ERR`.
public struct BusError: Error, Codable, Hashable, Sendable, Bounded {
  /// The reason why a command or delegate call was not executed. The list is open: a newer peer may
  /// have more codes.
  public struct Code: RawRepresentable, Codable, Hashable, Sendable {
    /// The code on the wire, such as `not_found`.
    public var rawValue: String
    /// Creates any code, including one unknown to this build; treat an unknown code like
    /// `internal`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No service answers this target.
    public static let unroutable = Code(rawValue: "unroutable")
    /// A queue is full; retry after `retryAfterMs`.
    public static let busy = Code(rawValue: "busy")
    /// The deadline passed before the command was completed.
    public static let expired = Code(rawValue: "expired")
    /// The message itself is invalid.
    public static let invalid = Code(rawValue: "invalid")
    /// The sender does not have permission.
    public static let denied = Code(rawValue: "denied")
    /// The message has more frames or bytes than permitted.
    public static let tooLarge = Code(rawValue: "too_large")
    /// The message has a different version of the protocol.
    public static let version = Code(rawValue: "version")
    /// No binding handles the delegate call.
    public static let unbound = Code(rawValue: "unbound")
    /// The service is stopping and accepts no new work.
    public static let draining = Code(rawValue: "draining")
    /// The requested events are older than those that the journal retains.
    public static let compacted = Code(rawValue: "compacted")
    /// The message conflicts with the current state.
    public static let conflict = Code(rawValue: "conflict")
    /// The thing that the message names does not exist.
    public static let notFound = Code(rawValue: "not_found")
    /// The subject of the message is in another cell, whose address is in the detail.
    public static let moved = Code(rawValue: "moved")
    /// The service is unavailable at present.
    public static let unavailable = Code(rawValue: "unavailable")
    /// A defect, or a failure that no other code describes.
    public static let `internal` = Code(rawValue: "internal")
  }

  /// The reason for the error. Programs should base their decisions on it and on `retryable`.
  public var code: Code
  /// Human-readable message: a sentence with the problem and the remedy.
  public var message: String
  /// True if the same command may succeed later.
  public var retryable: Bool
  /// Time to wait before a retry, in milliseconds, from 0 to a day.
  public var retryAfterMs: Int?
  /// Additional information for programs, such as the name of the invalid field or another id.
  public var detail: [String: String]?
  public static let bounds: MemberBounds<Self> = [\.message: .notEmpty]

  /// Creates an error with a human-readable message.
  ///
  /// - Parameter retryable: true if the same command may succeed later. Default: true for `busy`,
  ///   `unavailable` and `draining`, false for all others.
  public init(
    _ code: Code, _ message: String, retryable: Bool? = nil, retryAfterMs: Int? = nil,
    detail: [String: String]? = nil
  ) {
    self.code = code
    self.message = message
    self.retryable = retryable ?? Self.retryableCodes.contains(code)
    self.retryAfterMs = retryAfterMs.map { min(max($0, 0), Self.maxRetryAfterMs) }
    self.detail = detail
  }

  /// Decodes the body of an `ERR`.
  ///
  /// - Throws: `DecodingError` if `code`, `message` or `retryable` is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Code.self, forKey: .code),
      try container.decode(String.self, forKey: .message),
      retryable: try container.decode(Bool.self, forKey: .retryable),
      retryAfterMs: try container.decodeIfPresent(Int.self, forKey: .retryAfterMs),
      detail: try container.decodeIfPresent([String: String].self, forKey: .detail))
  }

  /// Maximum of `retryAfterMs`, one day. No caller waits longer, even if an error requests it.
  private static let maxRetryAfterMs = 86_400_000

  private static let retryableCodes: Set<Code> = [.busy, .unavailable, .draining]
}

extension BusError: CustomStringConvertible {
  /// The code, a colon and the message, for a log.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension BusError {
  /// Creates the error for a subject that another cell owns.
  ///
  /// - Parameters:
  ///   - router: the address that a client must connect to, in the form of `STANDUPS_ROUTER`.
  ///   - web: the address of that cell's page, if it is known.
  public static func moved(to router: String, web: String? = nil, _ sentence: String) -> BusError {
    BusError(
      .moved, sentence, detail: [movedTo: router].merging(web.map { [page: $0] } ?? [:]) { $1 })
  }

  /// Key in the detail of `moved`: the address that a client must connect to.
  public static let movedTo = "router"
  /// Key in the detail of `moved`: the address of that cell's page, if it is known.
  public static let page = "web"

  /// Key in the detail of a rejected registration: the instance that is active instead.
  package static let otherInstance = "instance"
}

extension BusError.Code {
  /// Corresponding HTTP status (RFC 9110), also used for protocols with the same status numbers;
  /// 500 for a code that has none.
  package var httpStatus: Int {
    switch self {
    case .invalid, .version: 400
    case .denied: 403
    case .notFound, .unroutable, .moved: 404
    case .conflict: 409
    case .compacted: 410
    case .tooLarge: 413
    case .busy: 429
    case .unavailable, .draining: 503
    case .expired: 504
    default: 500
    }
  }
}

extension BusError {
  /// The final sentence of the error message for a command that received no reply.
  package static let outcomeUnknown =
    "If the command changes data, the change may have taken effect."

  /// The error of a command whose question to the composition root failed with this error. If the
  /// question was not answered in time, the command has changed nothing and may be repeated.
  package var ofQuestion: BusError { code == .expired ? BusError(.unavailable, message) : self }

  /// Converts any error. An error that is not a `BusError` is a bug and becomes `internal`.
  package init(any error: any Error) {
    self = error as? BusError ?? BusError(.internal, "Internal error: \(error).")
  }

  /// The body of an `ERR`, for a reply over a protocol other than that of the bus.
  package var json: [UInt8] {
    // A value of strings and numbers can always be encoded.
    (try? BusJSON.encode(self)).map { Array($0) }
      ?? Array(
        #"{"code":"internal","message":"The error could not be encoded.","retryable":false}"#.utf8)
  }
}
