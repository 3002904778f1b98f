/// The error that crosses the bus: the body of an `ERR`.
public struct BusError: Error, Codable, Hashable, Sendable {
  /// Why a command or a delegate call was not done. The list is open: a newer peer may know more.
  public struct Code: RawRepresentable, Codable, Hashable, Sendable {
    /// The code as it stands on the wire, such as `not_found`.
    public var rawValue: String
    /// Any code, also one that this build does not know; treat such a one like `internal`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No service answers this target.
    public static let unroutable = Code(rawValue: "unroutable")
    /// A queue is full; try again after `retryAfterMs`.
    public static let busy = Code(rawValue: "busy")
    /// The deadline passed before it was done.
    public static let expired = Code(rawValue: "expired")
    /// The message itself is wrong.
    public static let invalid = Code(rawValue: "invalid")
    /// The sender may not do this.
    public static let denied = Code(rawValue: "denied")
    /// More frames or bytes than a message may have.
    public static let tooLarge = Code(rawValue: "too_large")
    /// Another version of the protocol.
    public static let version = Code(rawValue: "version")
    /// A delegate call that no binding handles.
    public static let unbound = Code(rawValue: "unbound")
    /// The service is going away and takes no new work.
    public static let draining = Code(rawValue: "draining")
    /// What was asked for is older than what is kept.
    public static let compacted = Code(rawValue: "compacted")
    /// It contradicts the present state.
    public static let conflict = Code(rawValue: "conflict")
    /// The thing it names does not exist.
    public static let notFound = Code(rawValue: "not_found")
    /// What it is about is in another installation: the detail says where.
    public static let moved = Code(rawValue: "moved")
    /// The service is away at present.
    public static let unavailable = Code(rawValue: "unavailable")
    /// A defect, or a failure that no other code describes.
    public static let `internal` = Code(rawValue: "internal")
  }

  /// Why it was not done; programs decide by this and by `retryable`.
  public var code: Code
  /// A sentence for a person: what is wrong and what to do.
  public var message: String
  /// Whether the same command may succeed later.
  public var retryable: Bool
  /// How long to wait before that, in milliseconds, from 0 to a day.
  public var retryAfterMs: Int?
  /// More for a program: which field, which other id.
  public var detail: [String: String]?

  /// An error with a sentence for a person.
  ///
  /// - Parameter retryable: whether the same may succeed later; unless told, true for `busy`,
  ///   `unavailable` and `draining`, and false for the rest.
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

  /// Reads the body of an `ERR`.
  ///
  /// - Throws: `DecodingError` without `code`, `message` and `retryable`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Code.self, forKey: .code),
      try container.decode(String.self, forKey: .message),
      retryable: try container.decode(Bool.self, forKey: .retryable),
      retryAfterMs: try container.decodeIfPresent(Int.self, forKey: .retryAfterMs),
      detail: try container.decodeIfPresent([String: String].self, forKey: .detail))
  }

  /// A day: whoever says more is not waited for longer.
  private static let maxRetryAfterMs = 86_400_000

  private static let retryableCodes: Set<Code> = [.busy, .unavailable, .draining]
}

extension BusError: CustomStringConvertible {
  /// The code, a colon and the message, as for a log.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension BusError {
  /// That what a command is about is in another installation.
  ///
  /// - Parameters:
  ///   - router: what a client connects to instead, as `STANDUPS_ROUTER`.
  ///   - web: where that installation's page is, if it is known.
  public static func moved(to router: String, web: String? = nil, _ sentence: String) -> BusError {
    BusError(
      .moved, sentence, detail: [movedTo: router].merging(web.map { [page: $0] } ?? [:]) { $1 })
  }

  /// In the detail of `moved`: what a client connects to instead.
  public static let movedTo = "router"
  /// In the detail of `moved`: where the page is that has it, if that is known.
  public static let page = "web"

  /// In the detail of a refused hello: the instance that is active instead.
  package static let otherInstance = "instance"
}

extension BusError.Code {
  /// The status that says the same over HTTP (RFC 9110), and over what borrows it: 500 for a code that has none.
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
  /// Ends the message about a command without a reply.
  package static let outcomeUnknown = "If it changes data, the change may have taken effect."

  /// Converts any error. An error that is not one of the bus is a bug and becomes `internal`.
  package init(any error: any Error) {
    self = error as? BusError ?? BusError(.internal, "Internal error: \(error).")
  }

  /// The body of an `ERR`, for whoever tells it by another way than the bus.
  package var json: [UInt8] {
    // A value of strings and numbers can always be written.
    (try? BusJSON.encode(self)).map { Array($0) }
      ?? Array(
        #"{"code":"internal","message":"The error could not be encoded.","retryable":false}"#.utf8)
  }
}
