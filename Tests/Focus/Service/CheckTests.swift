import Bus
import FocusAPI
import ServiceCatalog
import TestSupport
import Testing

@testable import FocusService

/// Input that is rejected regardless of the saved data.
@Suite struct CheckTests {
  @Test(arguments: ["a", "Ann Lee", "ann@example.org", "安", String(repeating: "x", count: 64)])
  func goodPersons(name: String) throws {
    #expect(try Person(name).name == name)
  }

  @Test(arguments: ["", "a/b", "a\nb", "a\u{7F}", "\u{85}", String(repeating: "x", count: 65)])
  func badPersons(name: String) {
    let error = #expect(throws: BusError.self) { try Person(name) }
    #expect(error?.code == .invalid)
    #expect(error?.detail == ["field": "person"])
  }

  /// Otherwise one person would have two documents.
  @Test func aPersonHasOneSpelling() throws {
    let (composed, decomposed) = (try Person("Ren\u{E9}"), try Person("Rene\u{301}"))
    #expect(composed == decomposed)
    #expect(Array(decomposed.name.utf8) == Array("Ren\u{E9}".utf8))
  }

  @Test(arguments: ["", " ", "\u{3000}", "a\tb", String(repeating: "x", count: 201)])
  func badTitles(title: String) {
    for error in [
      #expect(throws: BusError.self) {
        try FocusCommand(SetFocusTitle(person: "ann", title: title))
      },
      #expect(throws: BusError.self) {
        try FocusCommand(StartFocus(person: "ann", title: title))
      },
    ] {
      #expect(error?.code == .invalid)
      #expect(error?.detail == ["field": "title"])
    }
  }

  @Test func aLongTitle() throws {
    let title = String(repeating: "x", count: 200)
    #expect(
      try FocusCommand(SetFocusTitle(person: "ann", title: title))
        == .setTitle(try Person("ann"), title))
  }

  @Test(arguments: [(999, false), (1000, true), (86_400_000, true), (86_400_001, false)])
  func durations(ms: Int64, isGood: Bool) throws {
    let command = StartFocus(person: "ann", title: "Report", durationMs: ms)
    if isGood {
      #expect(
        try FocusCommand(command)
          == .start(try Person("ann"), title: "Report", durationMs: ms))
    } else {
      let error = #expect(throws: BusError.self) { try FocusCommand(command) }
      #expect(error?.detail == ["field": "durationMs"])
    }
  }

  @Test(arguments: [0, 1001, -1]) func badLimits(limit: Int) {
    #expect(throws: BusError.self) { try FocusCommand(ListFocusItems(limit: limit)) }
    #expect(throws: BusError.self) { try FocusCommand(GetRunningFocus(limit: limit)) }
  }

  @Test func usualLimits() throws {
    #expect(try FocusCommand(ListFocusItems()) == .items(nil, after: nil, limit: 20))
    #expect(try FocusCommand(GetRunningFocus()) == .running(after: nil, limit: 1000))
  }

  // MARK: Settings

  @Test func theUsualTimeCanBeSet() throws {
    #expect(try FocusSettings.reading([:]).defaultMs == 1_500_000)
    #expect(try FocusSettings.reading(["STANDUPS_FOCUS_MINUTES": "50"]).defaultMs == 3_000_000)
    for wrong in ["0", "1441", "long"] {
      let problems = FocusSettings.problems(["STANDUPS_FOCUS_MINUTES": wrong])
      #expect(problems == ["STANDUPS_FOCUS_MINUTES"])
    }
    // Other programs take the names from the catalog.
    let known = ServiceCatalog.all.first { $0.name == "focus" }?.settings
    #expect(FocusSettings.variables.map(\.name) == known)
  }
}
