import StandupsDependencies
import Links
import Standups
import Testing

private let standup = Standup.ID(.init(number: 1))
private let meeting = Meeting.ID(.init(number: 2))
private let s = "00000000-0000-0000-0000-000000000001"
private let m = "00000000-0000-0000-0000-000000000002"

struct DeepLinkTests {
  /// Every place, with its path.
  static let paths: [(Place, String)] =
    [
      (.list, "/"),
      (.listAlert(.dataFailedToLoad), "/alert/dataFailedToLoad"),
      (.newStandup, "/standups/new"),
      (.standup(standup), "/standups/\(s)"),
      (.standupAlert(standup, .deleteStandup), "/standups/\(s)/alert/deleteStandup"),
      (.edit(standup), "/standups/\(s)/edit"),
      (.settings(standup), "/standups/\(s)/settings"),
      (.history(standup), "/standups/\(s)/history"),
      (.discarded(standup), "/standups/\(s)/discarded"),
      (.schedule(standup), "/standups/\(s)/schedule"),
      (.meeting(standup, meeting), "/standups/\(s)/meetings/\(m)"),
      (.record(standup), "/standups/\(s)/record"),
      (.search(""), "/search"),
      (.search("who, “where”? a+b=c & 100 %"), "/search?q=\(encoded)"),
      (.focus(.focus), "/focus"),
      (.focus(.items), "/focus/items"),
      (.focus(.item(m)), "/focus/items/\(m)"),
      (.people(.people), "/people"),
      (.people(.person(m)), "/people/\(m)"),
      (.people(.teams), "/teams"),
      (.people(.team("web-2")), "/teams/web-2"),
      (.tokens, "/tokens"),
      (.bus(.health), "/health"),
      (.bus(.services), "/services"),
      (.bus(.bindings), "/bindings"),
      (.bus(.deadLetters), "/dead-letters"),
      (.bus(.trace("4be1f6a2")), "/traces/4be1f6a2"),
      (.bus(.trace(s)), "/traces/\(s)"),
    ]
    + MeetingSession.Alert.Name.allCases.map {
      (.recordAlert(standup, $0), "/standups/\(s)/record/alert/\($0.rawValue)")
    }

  private static let encoded =
    "who%2C%20%E2%80%9Cwhere%E2%80%9D%3F%20a%2Bb%3Dc%20%26%20100%20%25"

  @Test(arguments: paths) func placesHaveLinksAndLinksLeadThere(place: Place, path: String) throws {
    #expect(DeepLink(place).path == path)
    #expect(try DeepLink(path: path).place == place)
    #expect(DeepLink(place).description == "standups://\(path)")
    #expect(try DeepLink("standups://\(path)").place == place)
  }

  @Test func spellingIsForgiven() throws {
    #expect(try DeepLink("STANDUPS:///standups/\(s.uppercased())/").place == .standup(standup))
    #expect(try DeepLink("standups:///").place == .list)
    #expect(try DeepLink(path: "/standups/\(s.uppercased())/").place == .standup(standup))
    #expect(try DeepLink(path: "/traces/4BE1F6A2").place == .bus(.trace("4be1f6a2")))
    #expect(try DeepLink(path: "/people/\(s.uppercased())/").place == .people(.person(s)))
    #expect(try DeepLink(path: "/teams/Web/").place == .people(.team("web")))
    #expect(try DeepLink(path: "/search?q=").place == .search(""))
    #expect(try DeepLink(path: "/search/?q=a+%62%20é%c3%A9").place == .search("a b éé"))
  }

  @Test(arguments: [
    ("", "at the start"), ("https:///standups", "at the start"), ("standups", "at the start"),
    ("/standups", "at the start"),
    ("standups://standups/\(s)", "three slashes"), ("standups:/", "three slashes"),
    ("standups:///standups", "id of a standup"), ("standups:///standups/12", "UUID"),
    ("standups:///standups/{\(s)}", "UUID"), ("standups:///standups/\(s)0", "UUID"),
    ("standups:///standups/new/edit", "unexpected “edit” after new"),
    ("standups:///record", "needs a standup"), ("standups:///edit", "needs a standup"),
    ("standups:///meetings/\(m)", "needs a standup"),
    ("standups:///things", "unknown place “things”"), ("standups:////", "unknown place “”"),
    ("standups:///standups/\(s)/delete", "unknown place “delete” of a standup"),
    ("standups:///standups/\(s)/edit/more", "unexpected “more” after edit"),
    ("standups:///standups/\(s)/meetings", "id of a meeting"),
    ("standups:///standups/\(s)/meetings/x", "UUID"),
    ("standups:///standups/\(s)/meetings/\(m)/edit", "unexpected “edit” after the meeting"),
    ("standups:///standups/\(s)/alert", "one of deleteStandup"),
    ("standups:///standups/\(s)/alert/endMeeting", "one of deleteStandup"),
    ("standups:///standups/\(s)/record/now", "expected “alert”"),
    ("standups:///standups/\(s)/record/alert", "one of"),
    ("standups:///standups/\(s)/record/alert/fire", "one of"),
    ("standups:///standups/\(s)/record/alert/endMeeting/x", "unexpected “x” after endMeeting"),
    ("standups:///alert", "one of"), ("standups:///alert/endMeeting", "one of"),
    ("standups:///standups/\(s)?edit", "only allowed after “search”"),
    ("standups:///#top", "“#” is not allowed"),
    ("standups:///standups%2F\(s)", "“%” is only allowed"),
    ("standups:///search/words", "unexpected “words” after search"),
    ("standups:///search?", "?q="), ("standups:///search?words", "?q="),
    ("standups:///search?q=a&q=b", "expected only “?q=”"),
    ("standups:///search?q=a#b", "“#” is not allowed"),
    ("standups:///search?q=%4", "UTF-8"), ("standups:///search?q=%zz", "UTF-8"),
    ("standups:///search?q=%FF", "UTF-8"),
    (
      "standups:///search?q=" + String(repeating: "a", count: 1001),
      "1001 bytes, more than the maximum of 1000"
    ),
    (
      "standups:///search?q=" + String(repeating: "é", count: 501),
      "1002 bytes, more than the maximum of 1000"
    ),
    (
      "standups:///" + String(repeating: "a", count: 4085),
      "4097 bytes, more than the maximum of 4096"
    ),
    ("standups:///focus/things", "expected “items”"), ("standups:///focus/items/x", "UUID"),
    ("standups:///focus/items/\(m)/x", "unexpected “x” after the focus session"),
    ("standups:///people/x", "UUID"),
    ("standups:///people/\(s)/x", "unexpected “x” after the person"),
    ("standups:///teams/2", "not the id of a team"),
    ("standups:///teams/a_b", "not the id of a team"),
    ("standups:///teams/\u{212A}", "not the id of a team"),
    ("standups:///teams/" + String(repeating: "a", count: 33), "at most 32"),
    ("standups:///teams/web/x", "unexpected “x” after the team"),
    ("standups:///tokens/x", "unexpected “x” after tokens"),
    ("standups:///health/x", "unexpected “x” after health"),
    ("standups:///dead-letters/\(m)", "unexpected “\(m)” after dead-letters"),
    ("standups:///traces", "id of a trace"), ("standups:///traces/4be1f6a", "first 8 characters"),
    ("standups:///traces/4be1f6ag", "first 8 characters"),
    ("standups:///traces/\(s)0", "first 8 characters"),
    ("standups:///traces/\(s)/x", "unexpected “x” after the trace"),
  ])
  func linksThatLeadNowhereSayWhy(link: String, why: String) {
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(link) }
    #expect(error?.problem.contains(why) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("", "expected “/” at the start"), ("standups:///", "expected “/” at the start"),
    ("//", "unknown place “”"),
    ("//example.com/", "unknown place “”"), ("/index.html", "unknown place “index.html”"),
    ("/?login", "only allowed after “search”"),
    ("/" + String(repeating: "a", count: 4096), "4097 bytes, more than the maximum of 4096"),
  ])
  func pathsThatLeadNowhereSayWhy(path: String, why: String) {
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(path: path) }
    #expect(error?.problem.contains(why) == true, "\(String(describing: error))")
    #expect((error?.description.utf8.count ?? 0) < 5000)
  }

  @Test func everyAlertHasALink() {
    let alerts: [MeetingSession.Alert] = [
      .speechAuthorization, .speechDenied, .speechRestricted(reason: ""),
      .endMeeting(isDiscardable: true), .paused, .speechFailed(reason: ""),
    ]
    #expect(alerts.map(\.name) == MeetingSession.Alert.Name.allCases)
    #expect(ListAlert.dataFailedToLoad(path: "", reason: "").name == .dataFailedToLoad)
  }
}
