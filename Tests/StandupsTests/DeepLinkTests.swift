import Standups
import Testing

private let standup = Standup.ID(.init(number: 1))
private let meeting = Meeting.ID(.init(number: 2))
private let s = "00000000-0000-0000-0000-000000000001"
private let m = "00000000-0000-0000-0000-000000000002"

struct DeepLinkTests {
  private static let links: [(Place, String)] =
    [
      (.list, "standups:///"),
      (.listAlert(.dataFailedToLoad), "standups:///alert/dataFailedToLoad"),
      (.standup(standup), "standups:///standups/\(s)"),
      (.edit(standup), "standups:///standups/\(s)/edit"),
      (.settings(standup), "standups:///standups/\(s)/settings"),
      (.meeting(standup, meeting), "standups:///standups/\(s)/meetings/\(m)"),
      (.record(standup), "standups:///standups/\(s)/record"),
    ]
    + MeetingSession.Alert.Name.allCases.map {
      (.recordAlert(standup, $0), "standups:///standups/\(s)/record/alert/\($0.rawValue)")
    }

  @Test(arguments: links) func placesHaveLinksAndLinksLeadThere(place: Place, link: String) throws {
    #expect(DeepLink(place).description == link)
    #expect(try DeepLink(link).place == place)
  }

  @Test func spellingIsForgiven() throws {
    #expect(try DeepLink("STANDUPS:///standups/\(s.uppercased())/").place == .standup(standup))
    #expect(try DeepLink("standups:///").place == .list)
  }

  @Test(arguments: [
    ("", "begins with"), ("https:///standups", "begins with"), ("standups", "begins with"),
    ("standups://standups/\(s)", "three slashes"), ("standups:/", "three slashes"),
    ("standups:///standups", "id of a standup"), ("standups:///standups/12", "UUID"),
    ("standups:///record", "belongs to a standup"), ("standups:///edit", "belongs to a standup"),
    ("standups:///meetings/\(m)", "belongs to a standup"),
    ("standups:///things", "no “things”"), ("standups:////", "no “”"),
    ("standups:///standups/\(s)/delete", "no “delete”"),
    ("standups:///standups/\(s)/edit/more", "nothing can come after edit"),
    ("standups:///standups/\(s)/meetings", "id of a meeting"),
    ("standups:///standups/\(s)/meetings/x", "UUID"),
    ("standups:///standups/\(s)/meetings/\(m)/edit", "nothing can come after"),
    ("standups:///standups/\(s)/record/now", "only be “alert”"),
    ("standups:///standups/\(s)/record/alert", "one of"),
    ("standups:///standups/\(s)/record/alert/fire", "one of"),
    ("standups:///standups/\(s)/record/alert/endMeeting/x", "nothing can come after"),
    ("standups:///alert", "one of"), ("standups:///alert/endMeeting", "one of"),
    ("standups:///standups/\(s)?edit", "no “?”"), ("standups:///#top", "no “#”"),
  ])
  func linksThatLeadNowhereSayWhy(link: String, why: String) {
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(link) }
    #expect(error?.problem.contains(why) == true, "\(String(describing: error))")
  }

  @Test func everyAlertHasALink() {
    let alerts: [MeetingSession.Alert] = [
      .speechAuthorization, .speechDenied, .speechRestricted(reason: ""),
      .endMeeting(isDiscardable: true), .speechFailed(reason: ""),
    ]
    #expect(alerts.map(\.name) == MeetingSession.Alert.Name.allCases)
    #expect(ListAlert.dataFailedToLoad(path: "", reason: "").name == .dataFailedToLoad)
  }
}
