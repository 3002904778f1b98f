import Dependencies
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
      (.meeting(standup, meeting), "/standups/\(s)/meetings/\(m)"),
      (.record(standup), "/standups/\(s)/record"),
      (.search(""), "/search"),
      (.search("who, “where”? a+b=c & 100 %"), "/search?q=\(encoded)"),
      (.focus(.focus), "/focus"),
      (.focus(.items), "/focus/items"),
      (.focus(.item(m)), "/focus/items/\(m)"),
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
    #expect(try DeepLink(path: "/search?q=").place == .search(""))
    #expect(try DeepLink(path: "/search/?q=a+%62%20é%c3%A9").place == .search("a b éé"))
  }

  @Test(arguments: [
    ("", "begins with"), ("https:///standups", "begins with"), ("standups", "begins with"),
    ("/standups", "begins with"),
    ("standups://standups/\(s)", "three slashes"), ("standups:/", "three slashes"),
    ("standups:///standups", "id of a standup"), ("standups:///standups/12", "UUID"),
    ("standups:///standups/{\(s)}", "UUID"), ("standups:///standups/\(s)0", "UUID"),
    ("standups:///standups/new/edit", "nothing can come after new"),
    ("standups:///record", "belongs to a standup"), ("standups:///edit", "belongs to a standup"),
    ("standups:///meetings/\(m)", "belongs to a standup"),
    ("standups:///things", "no “things”"), ("standups:////", "no “”"),
    ("standups:///standups/\(s)/delete", "no “delete”"),
    ("standups:///standups/\(s)/edit/more", "nothing can come after edit"),
    ("standups:///standups/\(s)/meetings", "id of a meeting"),
    ("standups:///standups/\(s)/meetings/x", "UUID"),
    ("standups:///standups/\(s)/meetings/\(m)/edit", "nothing can come after"),
    ("standups:///standups/\(s)/alert", "one of deleteStandup"),
    ("standups:///standups/\(s)/alert/endMeeting", "one of deleteStandup"),
    ("standups:///standups/\(s)/record/now", "only be “alert”"),
    ("standups:///standups/\(s)/record/alert", "one of"),
    ("standups:///standups/\(s)/record/alert/fire", "one of"),
    ("standups:///standups/\(s)/record/alert/endMeeting/x", "nothing can come after"),
    ("standups:///alert", "one of"), ("standups:///alert/endMeeting", "one of"),
    ("standups:///standups/\(s)?edit", "after “search” alone"), ("standups:///#top", "no “#”"),
    ("standups:///standups%2F\(s)", "no “%”"),
    ("standups:///search/words", "nothing can come after search"),
    ("standups:///search?", "?q="), ("standups:///search?words", "?q="),
    ("standups:///search?q=a&q=b", "nothing else"), ("standups:///search?q=a#b", "no “#”"),
    ("standups:///search?q=%4", "UTF-8"), ("standups:///search?q=%zz", "UTF-8"),
    ("standups:///search?q=%FF", "UTF-8"),
    ("standups:///search?q=" + String(repeating: "a", count: 1001), "1000 bytes, not 1001"),
    ("standups:///search?q=" + String(repeating: "é", count: 501), "1000 bytes, not 1002"),
    ("standups:///" + String(repeating: "a", count: 4085), "4096 bytes, not 4097"),
    ("standups:///focus/things", "only be “items”"), ("standups:///focus/items/x", "UUID"),
    ("standups:///focus/items/\(m)/x", "nothing can come after it"),
    ("standups:///health/x", "nothing can come after health"),
    ("standups:///dead-letters/\(m)", "nothing can come after dead-letters"),
    ("standups:///traces", "id of the trace"), ("standups:///traces/4be1f6a", "first 8 characters"),
    ("standups:///traces/4be1f6ag", "first 8 characters"),
    ("standups:///traces/\(s)0", "first 8 characters"),
    ("standups:///traces/\(s)/x", "nothing can come after the trace"),
  ])
  func linksThatLeadNowhereSayWhy(link: String, why: String) {
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(link) }
    #expect(error?.problem.contains(why) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("", "begins with “/”"), ("standups:///", "begins with “/”"), ("//", "no “”"),
    ("//example.com/", "no “”"), ("/index.html", "no “index.html”"),
    ("/?login", "after “search” alone"),
    ("/" + String(repeating: "a", count: 4096), "4096 bytes, not 4097"),
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
