import Links
import Standups

/// Destination of a request, according to its path.
enum Route: Hashable, Sendable {
  /// The page; `problem` says why the address is invalid, and is nil for a valid one.
  case shell(problem: String?)
  case asset(folder: String, file: String)
  case login, logout, me
  case command(String)
  case minutes(Standup.ID, Meeting.ID)
  case export
  case importFile
  case stream
  /// Calendar of all meetings, for calendar programs.
  case calendar
  /// Unknown path below `/api` or `/assets`.
  case nothing

  /// Parses a request target.
  ///
  /// - Parameter target: percent-encoded path and query.
  init(_ target: String) {
    let path = String(target.prefix { $0 != "?" })
    if path == "/favicon.ico" {
      self = .nothing
    } else if path == "/calendar.ics" {
      self = .calendar
    } else if path.hasPrefix("/assets/") {
      self = Self.asset(path.dropFirst("/assets/".count))
    } else if path.hasPrefix("/api/") {
      self = Self.api(path.dropFirst("/api/".count))
    } else {
      self = .shell(problem: Self.problem(target))
    }
  }

  private static func asset(_ rest: Substring) -> Route {
    guard let slash = rest.firstIndex(of: "/") else { return .nothing }
    return .asset(
      folder: String(rest[..<slash]), file: String(rest[rest.index(after: slash)...]))
  }

  private static func api(_ rest: Substring) -> Route {
    let steps = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (steps[0], steps.count) {
    case ("login", 1): return .login
    case ("logout", 1): return .logout
    case ("me", 1): return .me
    case ("export", 1): return .export
    case ("import", 1): return .importFile
    case ("stream", 1): return .stream
    case ("commands", 2) where isTarget(steps[1]): return .command(steps[1])
    case ("standups", 4) where steps[2] == "meetings" && steps[3].hasSuffix(".md"):
      guard let standup = Standup.ID(steps[1]),
        let meeting = Meeting.ID(String(steps[3].dropLast(3)))
      else { return .nothing }
      return .minutes(standup, meeting)
    default: return .nothing
    }
  }

  /// True for two words of ASCII letters separated by a dot, the only text that may be copied into
  /// the header of a message.
  private static func isTarget(_ text: String) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 128 && words.count == 2
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isLetter } }
  }

  /// Reason why an address belongs to no view; nil if it belongs to one.
  private static func problem(_ target: String) -> String? {
    do {
      _ = try DeepLink(path: target)
      return nil
    } catch {
      return error.description
    }
  }
}
