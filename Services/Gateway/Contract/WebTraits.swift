public import Bus

/// Requirements of a route for its requests, and its responses.
public struct WebTraits: Encodable, Hashable, Sendable {
  /// Senders of a request.
  public enum Access: String, Encodable, Hashable, Sendable {
    /// Anyone who reaches the gateway.
    case anyone
    /// Users who are logged in, or whom a proxy identifies.
    case session
    /// The same users, and calendar programs that have a link.
    case calendar
  }

  /// Body of a request or a response.
  public struct Content: Encodable, Hashable, Sendable {
    /// Media type.
    public var type: String
    /// Name of the type in the contracts, for JSON; nil for a file, and for a body that depends on
    /// the command.
    public var schema: String?

    /// JSON whose form depends on the command.
    public static let json = Content(type: "application/json")
    /// JSON in the form of a type.
    static func json(_ type: any Codable.Type) -> Content {
      Content(type: Content.json.type, schema: "\(type)")
    }
    /// JSON in the form of a type of another contract, by its name.
    static func json(_ schema: String) -> Content {
      Content(type: Content.json.type, schema: schema)
    }
    /// A file of this media type.
    static func file(_ type: String) -> Content { Content(type: type) }
  }

  /// Senders of requests.
  public var access = Access.session
  /// Parameters besides those in the path.
  public var parameters: [WebParameter] = []
  /// Body of the request; nil if it has none.
  public var request: Content?
  /// Maximum size of the request's body, in bytes.
  public var maxBytes = 0
  /// True if the gateway requires the media type of the request's body.
  public var isTyped = false
  /// Body of a successful response; nil if it has none.
  public var response: Content?
  /// Status codes of successful responses. Only the first one has the body.
  public var statuses = [200]
  /// True if the response sets or removes the session's cookie.
  public var setsCookie = false
  /// Command for which the route is another spelling; its errors and its reply are those of the
  /// route. Nil for other routes.
  public var alias: WebAlias?
  /// True if the gateway sends commands for the request, whose errors it returns.
  public var sendsCommands = false
  /// Errors besides those that follow from the other traits.
  public var errors: [BusError.Code] = []
  /// Statuses of errors besides those that follow from the other traits and from the errors.
  public var problems: [WebStatus] = []
  /// Body of the response for the errors with `failureStatuses`, if it is not a `BusError`.
  public var failure: Content?
  /// Statuses of the errors that have the body `failure`.
  public var failureStatuses = [404]
}

extension WebTraits {
  /// Traits of a route that is another spelling of a command.
  static func spelling(_ alias: WebAlias) -> WebTraits {
    WebTraits(parameters: [.traceparent], response: .json, alias: alias, sendsCommands: true)
  }

  /// Traits of a route that exports a past meeting.
  static func meeting(_ content: Content) -> WebTraits {
    WebTraits(response: content, sendsCommands: true)
  }
}

/// Statuses of errors that do not follow from the code of a `BusError`.
public enum WebStatus: Int, Encodable, CaseIterable, Hashable, Sendable {
  /// `denied`: The request has no valid session. Log in, or ask for a new link.
  case notLoggedIn = 401
  /// The route does not have this method; `Allow` lists those that it has.
  case otherMethod = 405
  /// `invalid`: `Accept` does not permit a response of the media type `application/json`.
  case notAcceptable = 406
  /// The address is too long.
  case longAddress = 414
  /// `invalid`: The media type of the body is not `application/json`.
  case notJSON = 415
  /// `denied`: The `Host` of the request is not a name of this site.
  case otherSite = 421
  /// The request is not a WebSocket handshake.
  case noHandshake = 426
  /// The answer of the provider is invalid.
  case badProvider = 502
  /// The address and the header fields together are too large; expected at most 12 KiB.
  case largeHead = 431
}

extension WebRoute {
  /// Requirements for its requests, and its responses.
  public var traits: WebTraits {
    switch self {
    case .command:
      WebTraits(
        parameters: [.origin, .idempotencyKey, .key, .cell, .traceparent], request: .json,
        maxBytes: ForeignCommand.maxBody, isTyped: true, response: .json, sendsCommands: true)
    case .login:
      WebTraits(
        access: .anyone, parameters: [.origin], request: .json(WebLogin.self), maxBytes: 1024,
        isTyped: true, statuses: [204], setsCookie: true,
        errors: [.busy, .unavailable, .draining, .expired, .internal], problems: [.notLoggedIn])
    case .logout:
      WebTraits(
        access: .anyone, parameters: [.origin], request: .json, maxBytes: 1024, isTyped: true,
        response: .json(WebLogout.self), setsCookie: true,
        errors: [.busy, .unavailable, .draining, .expired, .internal])
    case .signIns:
      WebTraits(access: .anyone, response: .json(WebSignIns.self), errors: [.internal])
    case .signIn:
      WebTraits(
        access: .anyone, parameters: [.to], statuses: [303], setsCookie: true,
        errors: [.notFound, .busy, .unavailable, .denied], problems: [.badProvider],
        failure: .file("text/html"))
    case .signInReturn:
      WebTraits(
        access: .anyone, parameters: [.state, .code, .iss, .error], statuses: [303],
        setsCookie: true,
        errors: [
          .notFound, .invalid, .denied, .busy, .unavailable, .draining, .expired, .internal,
          .conflict,
        ], problems: [.badProvider], failure: .file("text/html"))
    case .phone:
      WebTraits(
        parameters: [.origin], request: .json, maxBytes: 1024, isTyped: true,
        response: .json(WebPhoneLink.self),
        errors: [.busy, .unavailable, .draining, .expired, .internal])
    case .me: WebTraits(response: .json(WebVisitor.self), errors: [.internal])
    case .stream:
      WebTraits(
        parameters: [.origin], statuses: [101], errors: [.denied, .busy, .unavailable],
        problems: [.noHandshake])
    case .events:
      WebTraits(
        parameters: [
          .types, .standupFilter, .team, .meetings, .after, .lastEventID,
        ], response: .file("text/event-stream"), errors: [.busy])
    case .export:
      WebTraits(parameters: [.ids], response: .file("application/json"), sendsCommands: true)
    case .importFile:
      WebTraits(
        parameters: [.origin, .mode], request: .file("application/json"), maxBytes: 4 << 30,
        response: .json(WebImport.self), sendsCommands: true)
    case .standups:
      .spelling(
        WebAlias(
          target: "standups.list",
          query: WebAlias.paging.merging(["settled": .boolean]) { $1 }))
    case .standup:
      .spelling(WebAlias(target: "standups.get", path: ["id"], fixed: ["limit": 0]))
    case .pastMeetings:
      .spelling(WebAlias(target: "standups.get", path: ["id"], query: WebAlias.paging))
    case .stats:
      .spelling(
        WebAlias(
          target: "meetings.stats", path: ["standup"],
          query: WebAlias.paging.merging(WebAlias.statistics) { $1 }))
    case .statsFile:
      WebTraits(
        response: .file("text/csv"),
        alias: WebAlias(target: "meetings.stats", path: ["standup"], query: WebAlias.statistics),
        sendsCommands: true, errors: [.tooLarge])
    case .meetings:
      .spelling(
        WebAlias(
          target: "meetings.live",
          query: WebAlias.paging.merging(["settled": .boolean]) { $1 }))
    case .meeting: .spelling(WebAlias(target: "meetings.get", path: ["id"]))
    case .minutes: .meeting(.file("text/markdown"))
    case .minutesPage: .meeting(.file("text/html"))
    case .meetingFile: .meeting(.json("Meeting"))
    case .turns: .meeting(.file("text/csv"))
    case .subtitles: .meeting(.file("text/vtt"))
    case .subRip: .meeting(.file("application/x-subrip"))
    case .mcp:
      WebTraits(
        parameters: [
          .origin, .protocolVersion, .protocolMethod, .protocolName, .idempotencyKey, .traceparent,
        ], request: .json, maxBytes: 1_000_000, isTyped: true, response: .json,
        statuses: [200, 202], errors: [.busy, .notFound], problems: [.notAcceptable],
        failure: .json, failureStatuses: [400, 404])
    case .calendar:
      WebTraits(access: .calendar, response: .file("text/calendar"), sendsCommands: true)
    case .page:
      WebTraits(
        access: .anyone, response: .file("text/html"), errors: [.notFound],
        failure: .file("text/html"))
    case .worker:
      WebTraits(access: .anyone, response: .file("text/javascript"), errors: [.notFound])
    case .manifest:
      WebTraits(access: .anyone, response: .file("application/manifest+json"), errors: [.notFound])
    case .asset:
      WebTraits(
        access: .anyone, response: .file("*/*"), statuses: [200, 304], errors: [.notFound])
    }
  }
}
