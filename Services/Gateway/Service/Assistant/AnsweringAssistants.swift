import AssistantTools
import Bus
import Foundation
import GatewayAPI
import MCP
import StandupsConfiguration
import WebServer

/// Assistants, which use the gateway over the Model Context Protocol (streamable HTTP).
extension Gateway {
  /// Maximum number of requests of one session or token that are in progress.
  static let maxAssistantRequests = 8

  /// Error response for a message of a page that may not send it, or of a program without a token;
  /// nil for others.
  ///
  /// The protocol requires that `Origin` is checked if it is present, even if the request has a
  /// token.
  ///
  /// - Parameter isListed: true for a page of another site that the operator has listed.
  func assistantRefusal(
    _ request: WebRequest, _ token: BearerToken?, isListed: Bool
  ) -> WebAnswer? {
    guard isListed || site.mayFollow(request) else { return refuse(BusError.crossOrigin) }
    return token != nil || site.isSameOrigin(request) ? nil : refuse(.noToken)
  }

  /// Receives a message, and answers with the response of the protocol.
  func assistant(_ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = tooMany(visitor) { return refusal }
    guard request.accepts(WebTraits.Content.json.type) else {
      return refuse(
        BusError(.invalid, "Invalid Accept; expected application/json."), status: .notAcceptable)
    }
    let name = WebParameter.idempotencyKey.rawValue
    let key: String?
    do {
      key = try ForeignCommand.idempotencyKey(request[name], named: name)
    } catch {
      return refuse(error)
    }
    return .read(most: WebRoute.mcp.traits.maxBytes) { body, reply in
      guard self.assistants[visitor.session, default: 0] < Self.maxAssistantRequests else {
        let error = BusError(
          .busy, "\(Self.maxAssistantRequests) requests are in progress; wait for one of them.",
          retryAfterMs: 1000)
        return reply.send(WebResponse.error(error).withSecurityHeaders)
      }
      self.assistants[visitor.session, default: 0] += 1
      let bus = VisitorBus(
        gateway: self, visitor: visitor, reply: self.keep(reply),
        traceparent: request[WebParameter.traceparent.rawValue].flatMap { TraceParent($0) })
      // The ids of messages repeat in each conversation, so they identify no request.
      self.answer(bus, body, Self.fields(request), key: key ?? UUID().uuidString.lowercased())
    }
  }

  private func answer(
    _ bus: VisitorBus, _ body: [UInt8], _ fields: MCPExchange.Fields, key: String
  ) {
    let visitor = bus.visitor
    let assistant = StandupsAssistant(
      bus, version: Version.current, newID: { UUID() },
      permits: { Rights.mayPermit($0, to: visitor) })
    Task {
      let reply = await MCPExchange(assistant, fields, key: key).reply(to: body)
      let left = assistants[visitor.session, default: 1] - 1
      assistants[visitor.session] = left > 0 ? left : nil
      answer(
        bus.reply, reply.json.map { .json(reply.status, $0) } ?? WebResponse(reply.status))
    }
  }

  private static func fields(_ request: WebRequest) -> MCPExchange.Fields {
    MCPExchange.Fields(
      version: request.values(WebParameter.protocolVersion.rawValue),
      method: request.values(WebParameter.protocolMethod.rawValue),
      name: request.values(WebParameter.protocolName.rawValue))
  }
}

extension Rights {
  /// False if a visitor may not send commands to a target, whatever the router decides.
  static func mayPermit(_ target: String, to visitor: Visitor) -> Bool {
    allows(visitor.role, target) && visitor.commands?.contains(target) ?? true
  }
}

extension WebRequest {
  /// True if `Accept` permits a response of a media type (RFC 9110, section 12.5.1): if the most
  /// specific range that includes the type has a weight above 0. True without the field.
  func accepts(_ type: String) -> Bool {
    let ranges = words("Accept").map { range in
      range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
    guard !ranges.isEmpty else { return true }
    let group = type.prefix { $0 != "/" } + "/*"
    let range = [type, String(group), "*/*"].lazy.compactMap { name in
      ranges.first { $0.first == name }
    }.first
    guard let range else { return false }
    return !range.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
  }
}
