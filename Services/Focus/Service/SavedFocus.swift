import Bus
import Countdown
import Documents
import FastJSON
import FocusAPI

/// Saved form of a person's focus session.
struct SavedFocus: Codable, Hashable, Sendable {
  /// The collection of its documents, whose ids are the names of the people.
  static let collection = "focus"

  /// Running part of a session: its duration and its clock.
  struct Run: Codable, Hashable, Sendable {
    /// Duration of the session, in milliseconds.
    var durationMs: Int64
    var clock: CountdownClock

    /// Moment at which the session's time is up.
    var end: ClockReading { clock.at.advanced(byMs: durationMs - clock.elapsedMs) }

    /// Elapsed time at a moment, in milliseconds; at most the duration.
    func elapsedMs(at moment: ClockReading) -> Int64 {
      min(clock.elapsedMs(at: moment), durationMs)
    }
  }

  /// Title of the session; empty for none.
  var title = ""
  /// The running session; nil if none runs.
  var run: Run?
}

extension SavedFocus: StoredValue {
  /// The error message for an invalid title.
  static let titleProblem =
    "Invalid title: it must not be blank, exceed \(Focus.maxTitleBytes) bytes or contain control characters."

  func problem(in document: Document) -> String? {
    guard Focus.isPerson(document.id) else { return Person.problem }
    guard title.isEmpty ? run == nil : Focus.isTitle(title) else {
      return Self.titleProblem
    }
    guard let run else { return nil }
    let times = [run.clock.elapsedMs, run.clock.at.wallMs]
    guard Focus.durationsMs.contains(run.durationMs),
      times.allSatisfy(WireTime.sinceEpochMs.contains),
      WireTime.counts.contains(run.clock.at.uptimeUs)
    else {
      return
        "Invalid focus session; expected a duration of \(Focus.durationsMs.lowerBound) to"
        + " \(Focus.durationsMs.upperBound) ms and a start time from 1970 to 9999."
    }
    return nil
  }
}
