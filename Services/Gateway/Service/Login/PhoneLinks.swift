import Bus
import Foundation
import GatewayAPI
import QRCode
import WebServer

extension GatewayReducer {
  /// Lifetime of a link for one's own phone: five minutes.
  static let phoneMs: Int64 = 300_000
}

extension Saved {
  /// Maximum number of unused links for phones, for one session.
  static let maxPhoneLinks = 5
}

extension SavedSession {
  /// The session with which the sessions of phones that this one lets in end; nil if they last on their
  /// own.
  ///
  /// Only the session of a provider is checked there again and again, so what it lets in ends with it.
  func parentOfPhones(as id: String) -> String? { parent ?? (provider == nil ? nil : id) }
}

extension GatewayReduction {
  /// Creates a link with which the user of a session logs in on their own phone, with the same
  /// permissions.
  ///
  /// - Parameter address: URL under which the browser reached the page, with a trailing slash.
  mutating func phoneLink(_ operation: Operation, of id: String, address: String) throws {
    guard let session = state.saved.sessions[id], session.isCalendar != true,
      state.saved.isLive(id, at: operation.at)
    else { throw BusError.notLoggedIn }
    let unused = state.saved.invites.values.count {
      $0.session == id && $0.expiresMs > operation.at
    }
    guard unused < Saved.maxPhoneLinks else {
      throw BusError(
        .busy,
        "You already have \(Saved.maxPhoneLinks) unused links for a phone; use one, or try again when"
          + " one expires.", retryAfterMs: 60_000)
    }
    let invite = SavedInvite(
      name: session.name, role: session.role, person: session.person,
      expiresMs: operation.at + GatewayReducer.phoneMs, session: id, endsMs: session.expiresMs,
      parent: session.parentOfPhones(as: id))
    try makeLink(operation, invite, address: address)
  }
}

extension Gateway {
  /// Makes a link with which the visitor logs in on their own phone.
  func phone(_ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    guard !visitor.isProxied, !visitor.isToken else {
      return refuse(
        BusError(
          .denied,
          visitor.isProxied
            ? "Your proxy logs you in; open the address of this page on the phone."
            : "A token cannot log in a phone; log in with a browser."))
    }
    if let refusal = tooMany(visitor) { return refusal }
    // The request has one of this site's own names, by which the phone may reach the site as well.
    let address = siteAddress(request, RequestSource(request, proxies: settings.proxies))
    return .read(most: WebRoute.phone.traits.maxBytes) { _, reply in
      let number = self.keep(reply)
      Task {
        let result = await self.decide(
          .phone(session: visitor.session, address: address), by: visitor.actor)
        self.answer(number, Self.phoneLink(result))
      }
    }
  }

  private static func phoneLink(_ result: Result<[UInt8], BusError>) -> WebResponse {
    do {
      let invite = try BusJSON.decode(WebInvite.self, from: Data(try result.get()))
      let link = WebPhoneLink(
        link: invite.link, expires: invite.expires, qr: try QRCode(invite.link).text)
      return .json(200, [UInt8](try BusJSON.encode(link)))
    } catch let error as BusError where error == BusError.notLoggedIn {
      // The session ended in the meantime.
      return WebResponse.error(error, status: .notLoggedIn)
    } catch {
      return WebResponse.error(BusError(any: error))
    }
  }
}
