import StandupsDependencies
import Links
import Standups
import TestSupport
import Testing

@Suite("Examples for the page: places, links and paths")
struct PlaceVectorTests {
  /// A place in the page's form: the name of its screen and its subject.
  private struct Screen: Encodable {
    var screen: String
    var standup: Standup.ID?
    var meeting: Meeting.ID?
    var alert: String?
    var words: String?
    var item: String?
    var trace: String?
    var person: String?
    var team: String?

    init(_ place: Place) {
      switch place {
      case .list: screen = "list"
      case .listAlert(let name): (screen, alert) = ("listAlert", name.rawValue)
      case .newStandup: screen = "newStandup"
      case .standup(let id): (screen, standup) = ("standup", id)
      case .standupAlert(let id, let name):
        (screen, standup, alert) = ("standupAlert", id, name.rawValue)
      case .edit(let id): (screen, standup) = ("edit", id)
      case .settings(let id): (screen, standup) = ("settings", id)
      case .schedule(let id): (screen, standup) = ("schedule", id)
      case .history(let id): (screen, standup) = ("history", id)
      case .discarded(let id): (screen, standup) = ("discarded", id)
      case .meeting(let id, let meeting):
        (screen, standup, self.meeting) = ("meeting", id, meeting)
      case .record(let id): (screen, standup) = ("record", id)
      case .recordAlert(let id, let name):
        (screen, standup, alert) = ("recordAlert", id, name.rawValue)
      case .search(let words): (screen, self.words) = ("search", words)
      case .focus(.focus): screen = "focus"
      case .focus(.items): screen = "focusItems"
      case .focus(.item(let id)): (screen, item) = ("focusItem", id)
      case .people(.people): screen = "people"
      case .people(.person(let id)): (screen, person) = ("person", id)
      case .people(.history(let id)): (screen, person) = ("personHistory", id)
      case .people(.teams): screen = "teams"
      case .people(.team(let id)): (screen, team) = ("team", id)
      case .tokens: screen = "tokens"
      case .webhooks: screen = "webhooks"
      case .sessions: screen = "sessions"
      case .bus(.system): screen = "system"
      case .bus(.health): screen = "health"
      case .bus(.services): screen = "services"
      case .bus(.bindings): screen = "bindings"
      case .bus(.deadLetters): screen = "deadLetters"
      case .bus(.trace(let id)): (screen, trace) = ("trace", id)
      }
    }
  }

  private struct Case: Encodable {
    /// The input: a link, or a path of the browser.
    var link: String?
    var path: String?
    var place: Screen?
    /// The canonical link and path of the place.
    var itsLink: String?
    var itsPath: String?
    /// The problem, instead of the place.
    var problem: String?
    /// The whole sentence.
    var error: String?

    init(link: String? = nil, path: String? = nil) throws {
      (self.link, self.path) = (link, path)
      do {
        let read = try link.map { try DeepLink($0) } ?? DeepLink(path: path ?? "")
        place = Screen(read.place)
        (itsLink, itsPath) = (read.description, read.path)
      } catch let error as DeepLinkError {
        (problem, self.error) = (error.problem, error.description)
      }
    }
  }

  private static let s = "1f0c1e52-7f3b-4f43-9a44-8a7f6c2f9d10"
  private static let m = "6f1c0000-0000-4000-8000-00000000000a"

  /// Each path has a link as well.
  private static let paths =
    [
      "/", "/alert/dataFailedToLoad", "/standups/new", "/standups/\(s)",
      "/standups/\(s)/alert/deleteStandup", "/standups/\(s)/edit", "/standups/\(s)/settings",
      "/standups/\(s)/schedule", "/standups/\(s)/history", "/standups/\(s)/discarded",
      "/standups/\(s)/meetings/\(m)",
      "/standups/\(s)/record",
    ]
    + MeetingSession.Alert.Name.allCases.map { "/standups/\(s)/record/alert/\($0.rawValue)" }
    + [
      "/search", "/search?q=database%20migration", "/search?q=caf%C3%A9%20%F0%9F%8E%A4",
      "/search?q=%22a%20b%22%20%2B%20100%25%20%26%20c%3Dd%3F%20%23e%2Ff",
      "/search?q=%21%27%28%29%2A-._~", "/search?q=%0A%00",
      "/focus", "/focus/items", "/focus/items/\(m)", "/people", "/people/\(m)",
      "/people/\(m)/history", "/teams",
      "/teams/default", "/teams/a-1", "/tokens", "/webhooks", "/sessions",
      "/system", "/health", "/services", "/bindings",
      "/dead-letters", "/traces/4be1f6a2", "/traces/\(s)",
      // Other spellings.
      "/standups/\(s.uppercased())/", "/standups/new/", "/health/", "/search/", "/search?q=",
      "/search?q=a+b", "/search/?q=%c3%a9é", "/search?q=!'()*", "/search?q=a=b?c/d",
      "/search?q=" + String(repeating: "a", count: DeepLink.maxQueryBytes),
      "/focus/items/\(m.uppercased())", "/traces/4BE1F6A2", "/people/\(m.uppercased())/",
      "/teams/WEB", "/teams/" + String(repeating: "a", count: 32),
      // Invalid places.
      "//", "///", "//example.com/", "/index.html", "/Standups/\(s)", "/standups", "/standups/",
      "/standups/12", "/standups/{\(s)}", "/standups/\(s)0", "/standups/\(s.dropLast())",
      "/standups/\(s.replacing("-", with: ""))", "/standups/new/edit", "/standups/\(s)/delete",
      "/standups/\(s)//edit", "/standups/\(s)/edit/more", "/standups/\(s)/settings/x",
      "/standups/\(s)/meetings", "/standups/\(s)/meetings/x", "/standups/\(s)/meetings/\(m)/edit",
      "/standups/\(s)/alert", "/standups/\(s)/alert/endMeeting", "/standups/\(s)/record/now",
      "/standups/\(s)/record/alert", "/standups/\(s)/record/alert/fire",
      "/standups/\(s)/record/alert/endMeeting/x", "/alert", "/alert/endMeeting",
      "/alert/dataFailedToLoad/x", "/record", "/edit", "/meetings/\(m)", "/settings", "/things",
      "/standups/\(s)?edit", "/?", "/#top", "/standups%2F\(s)", "/search/words", "/search?",
      "/search?words", "/search?Q=a", "/search?q=a&q=b", "/search?p=a", "/search?q=a#b",
      "/search?q=%", "/search?q=%4", "/search?q=%zz", "/search?q=%FF", "/search?q=%C3",
      "/search?q=%ED%A0%80", "/search?q=" + String(repeating: "a", count: 1001),
      "/search?q=" + String(repeating: "%C3%A9", count: 501),
      "/" + String(repeating: "é", count: 2048), "/focus/things", "/focus/items/x",
      "/focus/items/\(m)/x", "/health/x", "/dead-letters/\(m)", "/deadLetters", "/traces",
      "/traces/4be1f6a", "/traces/4be1f6ag", "/traces/\(s)0", "/traces/\(s)/x", "/people/x",
      "/people/\(m)/x", "/people?q=a", "/teams/", "/teams//", "/teams/2", "/teams/-a", "/teams/a_b",
      "/teams/\u{212A}", "/teams/" + String(repeating: "a", count: 33), "/teams/web/x",
      "/tokens/\(m)",
    ]

  private static let links = [
    "STANDUPS:///standups/\(s)", "Standups:///", "", "standups", "standups:", "standups:/",
    "standups://", "standups://standups/\(s)", "https:///standups", "/standups/new",
  ]

  @Test("Every place, its link and its path, and what leads nowhere")
  func places() throws {
    let cases =
      try Self.paths.flatMap { [try Case(path: $0), try Case(link: "standups://\($0)")] }
      + Self.links.map { try Case(link: $0) }
    try PageVectors.check(
      "places",
      about: """
        Each case reads a “link” (standups:///…) or a “path” of the browser with what comes after “?”. It \
        leads to “place”, which has the one link “itsLink” and the one path “itsPath”; or nowhere, for \
        the reason “problem”, in a sentence “error”.
        """, cases)
  }
}
