/// HTTP requests that the gateway answers, as method and path. Braces enclose the parts of a path
/// that vary.
///
/// The gateway finds the route of a request in this list, and `scripts/contracts` writes
/// docs/openapi.yaml from it.
public enum WebRoute: String, Codable, CaseIterable, Hashable, Sendable {
  /// Sends a command to the bus.
  case command = "POST /api/commands/{target}"
  /// Logs a browser in with the code of an invitation link, which works once.
  ///
  /// The response sets the cookie of a session.
  case login = "POST /api/login"
  /// Lists the OpenID providers with which people sign in.
  case signIns = "GET /api/sign-in"
  /// Sends the browser to a provider, which sends it back to `…/return`.
  ///
  /// The response sets a cookie that binds the sign-in to the browser.
  case signIn = "GET /sign-in/{provider}"
  /// Completes a sign-in when the provider sends the browser back (RFC 6749, section 4.1.2).
  ///
  /// The response sets the cookie of a session. If the sign-in fails, the response is the page with
  /// the reason.
  case signInReturn = "GET /sign-in/{provider}/return"
  /// Ends the session, and removes its cookie.
  ///
  /// Without a session, the response is the same. The contents of the body are ignored.
  case logout = "POST /api/logout"
  /// Makes a single-use link with which the user logs in on their own phone, valid for five minutes.
  ///
  /// Only a browser that is logged in may request it: not a program with a token, nor a user whom a proxy
  /// identifies. The contents of the body are ignored.
  case phone = "POST /api/phone"
  /// Returns the name and the role of the user.
  case me = "GET /api/me"
  /// Opens a WebSocket with the subprotocol `standups.1`, which carries events, and audio from
  /// microphones.
  ///
  /// web.md describes its messages.
  case stream = "GET /api/stream"
  /// Returns the durable events from now on, as Server-Sent Events (WHATWG HTML).
  ///
  /// The response ends only with the session, or with the gateway. web.md describes the events.
  case events = "GET /api/events"
  /// Downloads standups with their past meetings, as a file that the apps can read.
  ///
  /// The body is produced while it is sent. If that fails, the connection is closed before the end
  /// of the body.
  case export = "GET /api/export"
  /// Imports standups from a file of the apps.
  ///
  /// The response is sent when the whole file is in place. A session may import one file at a time.
  case importFile = "POST /api/import"
  /// Lists the standups, as `standups.list` does.
  case standups = "GET /api/standups"
  /// Reads a standup without its past meetings, as `standups.get` does with the limit 0.
  case standup = "GET /api/standups/{standup}"
  /// Lists the past meetings of a standup, newest first, as `standups.get` does.
  case pastMeetings = "GET /api/standups/{standup}/meetings"
  /// Returns the figures of a standup's past meetings, as `meetings.stats` does.
  case stats = "GET /api/standups/{standup}/stats"
  /// Downloads the same figures for the whole window, as a table for a spreadsheet.
  ///
  /// The meetings come first, and after an empty line the attendees. At most 20,000 meetings.
  case statsFile = "GET /api/standups/{standup}/stats.csv"
  /// Lists the live meetings, as `meetings.live` does.
  case meetings = "GET /api/meetings"
  /// Reads a live meeting, as `meetings.get` does.
  ///
  /// When the meeting is over, its id is among the past meetings of its standup.
  case meeting = "GET /api/meetings/{meeting}"
  /// Downloads the minutes of a past meeting, as Markdown.
  case minutes = "GET /api/standups/{standup}/meetings/{meeting}.md"
  /// Downloads the minutes of a past meeting, as a self-contained HTML page for printing.
  case minutesPage = "GET /api/standups/{standup}/meetings/{meeting}.html"
  /// Downloads a past meeting with all its data, as JSON.
  case meetingFile = "GET /api/standups/{standup}/meetings/{meeting}.json"
  /// Downloads the turns of a past meeting, as a table for a spreadsheet.
  case turns = "GET /api/standups/{standup}/meetings/{meeting}.csv"
  /// Downloads the transcript of a past meeting, as subtitles in the format WebVTT.
  case subtitles = "GET /api/standups/{standup}/meetings/{meeting}.vtt"
  /// Downloads the transcript of a past meeting, as subtitles in the format SubRip.
  case subRip = "GET /api/standups/{standup}/meetings/{meeting}.srt"
  /// Receives a message of an assistant over the Model Context Protocol (streamable HTTP), and returns
  /// the response.
  ///
  /// Each message is complete in itself; the gateway has no sessions for assistants, and sends no
  /// requests to them. A notification is accepted with the status 202.
  case mcp = "POST /mcp"
  /// Returns the schedules of all standups as a calendar (iCalendar, RFC 5545).
  ///
  /// Calendar programs read it from the link in the reply to `gateway.calendar`.
  case calendar = "GET /calendar.ics"
  /// Returns the page.
  ///
  /// Every other path outside `/api` and `/assets` returns it as well, with the status 404 if the
  /// path is not a place of the page.
  case page = "GET /"
  /// Returns the page's service worker, whose scope is the whole site. Browsers check for a new version
  /// at each visit.
  case worker = "GET /sw.js"
  /// Returns the manifest with which the page can be installed (W3C Web Application Manifest).
  case manifest = "GET /manifest.webmanifest"
  /// Returns a file of the page.
  case asset = "GET /assets/{hash}/{feature}/Page/{file}"
}

extension WebRoute {
  /// Method of its requests. A route that answers `GET` also answers `HEAD`.
  public var method: String { String(rawValue.prefix { $0 != " " }) }

  /// Path, with parameters in braces.
  public var path: String { String(rawValue.drop { $0 != " " }.dropFirst()) }

  /// Methods that it answers, as in the header field `Allow`.
  public var methods: [String] { method == "GET" ? ["GET", "HEAD"] : [method] }
}

extension WebRoute {
  /// Finds the route of a path, which has only one method.
  ///
  /// - Parameter path: percent-encoded path, without the query.
  /// - Returns: the route and the values of the parameters in its path, which are not empty; nil if
  ///   no route has this path.
  public static func matching(_ path: String) -> (route: WebRoute, values: [String])? {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    for (route, template) in templates where template.count == steps.count {
      if let values = values(steps, template) { return (route, values) }
    }
    return reserved.contains { path.hasPrefix($0) } ? nil : (.page, [])
  }

  /// A part of a path: the text itself, or a parameter and the text after it.
  private enum Step: Sendable {
    case text(Substring)
    case parameter(suffix: Substring)
  }

  private static let templates = allCases.map { route in
    (
      route,
      route.path.split(separator: "/", omittingEmptySubsequences: false).map { part -> Step in
        part.hasPrefix("{")
          ? .parameter(suffix: part.drop { $0 != "}" }.dropFirst()) : .text(part)
      }
    )
  }

  /// Beginnings of paths that do not lead to the page.
  private static let reserved = ["/api/", "/assets/", "/sign-in/", "/favicon.ico"]

  private static func values(_ steps: [Substring], _ template: [Step]) -> [String]? {
    var values: [String] = []
    for (step, part) in zip(steps, template) {
      switch part {
      case .text(let text): guard step == text else { return nil }
      case .parameter(let suffix):
        guard step.hasSuffix(suffix), step.count > suffix.count else { return nil }
        values.append(String(step.dropLast(suffix.count)))
      }
    }
    return values
  }
}
