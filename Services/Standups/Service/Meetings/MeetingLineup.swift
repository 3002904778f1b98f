import Bus
import StandupsDependencies
import Standups
import StandupsAPI

/// The attendees who take part in a meeting, and their order.
extension StandupsReduction {
  /// Determines the participants and their order.
  ///
  /// - Returns: nil for all attendees as they are listed; the seed is that of the command, if it
  ///   has one.
  func lineup(
    of standup: Standup, _ command: StartMeeting
  ) throws -> MeetingSession.Lineup? {
    let present = Set(command.present ?? [])
    let now = nowMs
    let markedAbsent = standup.attendees.filter { $0.isAbsent(atMs: now) }.map(\.id)
    let absent = Set(command.absent ?? []).union(Set(markedAbsent).subtracting(present))
    let order = command.order ?? .listed
    func refusal(_ member: String, _ sentence: String) -> BusError {
      BusError(.invalid, sentence, detail: ["member": member, "standup": "\(standup.id)"])
    }
    let here = standup.attendees.map(\.id)
    if let stranger = absent.subtracting(here).first {
      throw refusal("absent", Self.notAnAttendee(stranger))
    }
    if let stranger = present.subtracting(here).first {
      throw refusal("present", Self.notAnAttendee(stranger))
    }
    if let both = present.intersection(absent).first {
      throw refusal("present", "“\(both)” cannot be both present and absent.")
    }
    guard absent.isEmpty || absent.count < here.count else {
      throw refusal(
        "absent",
        markedAbsent.isEmpty
          ? "No attendees are left to take part."
          : "No attendees are left to take part (marked as absent: \(markedAbsent.count) of \(here.count))."
      )
    }
    if let seed = command.seed {
      guard order == .shuffled else {
        throw refusal("seed", "A seed requires the order “shuffled”.")
      }
      guard MeetingSession.Lineup.seeds.contains(seed) else {
        throw refusal(
          "seed", "Invalid seed \(seed); expected 0 to \(MeetingSession.Lineup.seeds.upperBound).")
      }
    }
    guard !absent.isEmpty || order != .listed else { return nil }
    return MeetingSession.Lineup(
      absent: here.filter(absent.contains), order: order, seed: command.seed)
  }

  func randomSeed() -> Int64 {
    let bits = withUnsafeBytes(of: reducer.uuid().uuid) { $0.loadUnaligned(as: UInt64.self) }
    var numbers = SeededGenerator(seed: bits)
    return Int64(numbers.next() >> 11)
  }
}
