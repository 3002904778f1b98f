import Foundation
import GatewayAPI
import WebServer

extension GatewayReducer {
  /// Lifetime of a calendar link: one year.
  static let calendarMs: Int64 = 365 * 86_400_000
}

extension GatewayReduction {
  /// Creates a link for a calendar program, which is a session that may read only the calendar.
  mutating func calendar(_ operation: Operation, _ name: PersonName, _ person: UUID?) throws {
    try checkRoom(for: name.text, person, at: operation.at)
    let token = Secret(reducer.random(Secret.tokenBytes)).text
    let session = SavedSession(
      hash: Secret.hash(token), name: name.text, role: person == nil ? .observer : nil,
      person: person,
      beganMs: operation.at,
      expiresMs: operation.at + GatewayReducer.calendarMs, isCalendar: true)
    let reply = WebCalendarLink(
      link: "\(reducer.address)calendar.ics?token=\(token)",
      expires: SavedSession.date(session.expiresMs))
    try commit(
      operation, expired(operation) + [.putSession(reducer.uuid().lowercaseText, session)],
      reply: MakeCalendarLink.encoded(reply))
  }
}

extension Gateway {
  /// Visitor who reads the calendar: a logged-in browser, or a calendar program with the secret in
  /// its link.
  func calendarReader(_ request: WebRequest) -> Result<Visitor, LoginProblem> {
    guard let query = request.query, query.hasPrefix("token=") else { return visitor(request) }
    guard isReady else { return .failure(.unavailable) }
    let (hash, now) = (Secret.hash(String(query.dropFirst("token=".count))), nowMs)
    guard
      let (id, session) = shell?.assumeIsolated({ $0.state.saved.session(ofHash: hash, at: now) }),
      session.isCalendar == true
    else { return .failure(.unknown) }
    return visitor(session, as: id)
  }
}
