import Bus
import Countdown
import ServiceCatalog
import TimerAPI

/// Limits of a countdown. A value outside them is a mistake, or would take processing time from
/// other countdowns.
enum CountdownLimits {
  /// Maximum length of an id, in bytes.
  static let maxIDBytes = 128
  /// Maximum duration, in milliseconds: seven days.
  static let maxDurationMs: Int64 = 604_800_000
  /// Maximum number of speakers, the same as that of a standup's attendees.
  static let maxSpeakers = 1000
  /// Valid intervals of ticks, in milliseconds.
  static let tickMs: ClosedRange<Int64> = 10...60_000
  /// Default interval of ticks, in milliseconds.
  static let defaultTickMs: Int64 = 1000
  /// Maximum length of a label, in bytes.
  static let maxLabelBytes = 256
}

extension StartCountdown {
  /// Checks everything that does not depend on existing countdowns.
  ///
  /// - Returns: the schedule of the speakers.
  /// - Throws: `invalid`, with the valid values.
  func checked() throws(BusError) -> SpeakerSchedule {
    guard (1...CountdownLimits.maxIDBytes).contains(id.utf8.count) else {
      throw invalid("id", "Invalid id; expected 1 to \(CountdownLimits.maxIDBytes) bytes.")
    }
    guard (1...CountdownLimits.maxDurationMs).contains(durationMs) else {
      throw invalid(
        "durationMs",
        "Invalid durationMs \(durationMs); expected 1 to \(CountdownLimits.maxDurationMs) (seven days)."
      )
    }
    guard (1...CountdownLimits.maxSpeakers).contains(speakers),
      let even = SpeakerSchedule(durationMs: durationMs, speakers: speakers)
    else {
      throw invalid(
        "speakers",
        "Invalid number of speakers \(speakers); expected 1 to \(CountdownLimits.maxSpeakers), at most durationMs."
      )
    }
    let schedule = try schedule(or: even)
    if let tickMs, !CountdownLimits.tickMs.contains(tickMs) {
      throw invalid("tickMs", "Invalid tickMs \(tickMs); expected 10 to 60000.")
    }
    if let labels {
      let texts = [labels.type, labels.subject, labels.standup ?? "", labels.meeting ?? ""]
      let word = labels.type.prefix { $0 != "." }.lowercased()
      // Only the owners that are features of this installation may use the types of its services.
      let isOurs = OwnedID(id).map { ServiceCatalog.reservedWords.contains($0.owner) } ?? true
      guard isOurs || !ServiceCatalog.reservedWords.contains(word) else {
        throw invalid(
          "labels",
          "Event types that begin with “\(word).” are reserved for the services; use another type.")
      }
      guard texts.allSatisfy({ $0.utf8.count <= CountdownLimits.maxLabelBytes }) else {
        throw invalid(
          "labels", "A label can have at most \(CountdownLimits.maxLabelBytes) bytes.")
      }
    }
    if let resuming {
      guard resuming.clock.elapsedMs >= 0 else {
        throw invalid(
          "resuming.clock.elapsedMs",
          "Invalid elapsedMs \(resuming.clock.elapsedMs); expected 0 or more.")
      }
      guard (0..<speakers).contains(resuming.announcedSpeaker) else {
        throw invalid(
          "resuming.announcedSpeaker",
          "Invalid announcedSpeaker \(resuming.announcedSpeaker); expected 0 to \(speakers - 1).")
      }
    }
    return schedule
  }

  private func schedule(or even: SpeakerSchedule) throws(BusError) -> SpeakerSchedule {
    guard let turnsMs else { return even }
    guard turnsMs.count == speakers, let schedule = SpeakerSchedule(turnsMs: turnsMs),
      schedule.durationMs == durationMs
    else {
      throw invalid(
        "turnsMs",
        "Invalid turnsMs; expected at least 1 ms for each speaker and durationMs in total.")
    }
    return schedule
  }

  private func invalid(_ field: String, _ sentence: String) -> BusError {
    BusError(.invalid, sentence, detail: ["field": field])
  }
}
