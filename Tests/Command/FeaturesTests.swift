import Foundation
import Links
import Standups
import TestSupport
import Testing

@testable import Command

@Suite("Features of the command line")
struct FeaturesTests {
  @Test func eachFeatureWithADirectoryOfCommandsIsListed() throws {
    let services = Checkout.file("Services")
    let features = try FileManager.default.contentsOfDirectory(atPath: services.path).filter {
      // The program's own commands belong to no feature.
      let verbs = services.appendingPathComponent("\($0)/Verbs").path
      return $0 != "Command" && FileManager.default.fileExists(atPath: verbs)
    }
    #expect(features.count > 5)
    #expect(Features.all.map(\.name).sorted() == features.sorted())
  }

  private static let standup = Fixture.standup().id

  @Test(
    arguments: [
      .list, .listAlert(.dataFailedToLoad), .newStandup, .standup(standup),
      .standupAlert(standup, .deleteStandup), .edit(standup), .settings(standup),
      .schedule(standup),
      .meeting(standup, Fixture.meetingID), .record(standup), .recordAlert(standup, .endMeeting),
      .search("migration"), .focus(.focus), .focus(.items), .focus(.item("7")),
      .people(.people), .people(.person("7")), .people(.teams), .people(.team("web")), .tokens,
      .webhooks, .sessions, .bus(.system),
      .bus(.health), .bus(.services), .bus(.bindings), .bus(.deadLetters), .bus(.trace("4be1f6a2")),
    ] as [Place])
  func eachPlaceIsShownByOneFeature(place: Place) {
    #expect(Features.all.count { $0.opens(place) != nil } == 1)
  }

  @Test func eachCollectionInAnArchiveHasOneFeature() {
    let names = Features.archived.map(\.name)
    #expect(names.count > 5)
    #expect(Set(names).count == names.count)
  }
}
