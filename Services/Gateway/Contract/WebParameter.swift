import Cells
public import Schema

/// Parameters of requests to the gateway, by their names.
///
/// A question mark after the name distinguishes a parameter of the query from one of the path with the
/// same name.
public enum WebParameter: String, Codable, CaseIterable, Hashable, Sendable {
  /// Address of the site, such as `http://127.0.0.1:8080`. Browsers send it themselves; other
  /// programs must send it. `Sec-Fetch-Site: same-origin` can replace it, except for a stream.
  case origin = "Origin"
  /// Idempotency key: repeating a command with the same key returns the first reply.
  case idempotencyKey = "Idempotency-Key"
  /// Id of the work to which the command refers, in the form `tool/…`: the same as in the body.
  case key = "X-Standups-Key"
  /// Trace to which the command belongs (W3C Trace Context). An invalid value is ignored.
  case traceparent
  /// Version of the Model Context Protocol that was negotiated: `2025-06-18`, `2025-11-25` or
  /// `2026-07-28`. Default: `2025-06-18`.
  case protocolVersion = "MCP-Protocol-Version"
  /// Method of the message, as in the body. Version 2026-07-28 requires it.
  case protocolMethod = "Mcp-Method"
  /// Name of the tool, or URI of the resource, as in the body. Version 2026-07-28 requires it.
  case protocolName = "Mcp-Name"
  /// Name of another cell that executes the command. Default: the cell of the gateway.
  case cell
  /// Ids of the standups, separated by commas. Default: all standups.
  case ids
  /// Action for a standup whose id already exists. Default: `refuse`.
  case mode
  /// Exact types of events, separated by commas. Repeatable. Default: all types.
  case types = "type"
  /// Id of the standup whose events are returned. Default: all standups.
  case standupFilter = "standup?"
  /// Id of the team whose events are returned. Default: all teams.
  case team
  /// Ids of the meetings whose ticks and partial lines are returned as well, separated by commas.
  /// Repeatable. Default: none.
  case meetings = "meeting?"
  /// Id of the event after which to begin, `EPOCH/SEQUENCE`, or only the sequence for the current
  /// journal; 0 for all events that the journal has. Default: the events from now on.
  case after
  /// Id of the last event that was received. Browsers send it when they reconnect; it has priority
  /// over `after`.
  case lastEventID = "Last-Event-ID"
  /// Name of the provider.
  case provider
  /// Path of the page to open after the sign-in. Default: `/`.
  case to
  /// Value that the provider received with the sign-in.
  case state
  /// Code with which the gateway gets the tokens.
  case code
  /// Issuer that responds (RFC 9207).
  case iss
  /// Code of the error, if the provider does not sign the person in.
  case error
  /// Id of the standup.
  case standup
  /// Id of the meeting.
  case meeting
  /// Hash of all files, as in the page.
  case hash
  /// Directory of the feature.
  case feature
  /// Name of the file.
  case file
}

extension WebParameter {
  /// Part of the request that contains a parameter.
  public enum Place: String, Encodable, Sendable {
    /// Header field.
    case header
    /// Query of the address.
    case query
    /// Path of the address.
    case path
  }

  /// Part of the request that contains it.
  public var place: Place {
    switch self {
    case .origin, .idempotencyKey, .key, .traceparent, .protocolVersion, .protocolMethod,
      .protocolName, .lastEventID:
      .header
    case .cell, .ids, .mode, .types, .standupFilter, .team, .meetings, .after, .to, .state,
      .code, .iss, .error:
      .query
    case .provider, .standup, .meeting, .hash, .feature, .file: .path
    }
  }

  /// Bounds of its value, which is a string, or of a list of strings.
  public var bounds: Bounds {
    switch self {
    case .idempotencyKey, .standup, .meeting, .standupFilter: .uuid
    case .key: .text(1...128)
    case .cell: .cellName
    case .ids: .count(1...Self.maxIDs).each(.uuid)
    case .types: .count(1...100).each(.text(1...128))
    case .meetings: .count(1...64).each(.uuid)
    case .team: .text(1...32)
    case .after, .lastEventID: .text(1...84)
    case .provider: .text(1...32)
    case .to: .text(1...1024)
    case .state, .error: .text(1...64)
    case .code: .text(1...4096)
    case .iss: .text(1...256)
    case .origin, .traceparent, .protocolVersion, .protocolMethod, .protocolName, .mode, .hash,
      .feature, .file:
      .any
    }
  }

  /// Maximum number of ids in an address, which fits into a request together with its header.
  public static let maxIDs = 250

  /// Name of its type in the contracts; nil for a string and for a list of strings.
  public var type: String? { self == .mode ? "ImportStandups.Existing" : nil }
}
