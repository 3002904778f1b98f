import Bus
import Foundation
import TranscriptionAPI
import Voices

/// Receives the voices that a room's stream recognises, and reports those that it learned.
extension TranscriptionService {
  /// Checks the voices and turns of a command.
  ///
  /// - Throws: `invalid` if there are too many, or if a turn is outside the stream.
  static func check(
    _ voices: [RoomVoice]?, _ others: Int?, _ turns: [RoomTurn]?
  ) throws(BusError) {
    guard (voices ?? []).count <= RoomVoice.maxInRoom else {
      throw BusError(.invalid, "Too many voices; expected at most \(RoomVoice.maxInRoom).")
    }
    guard (0...1000).contains(others ?? 0) else {
      throw BusError(.invalid, "Invalid others; expected 0 to 1000.")
    }
    try check(turns ?? [])
  }

  private static func check(_ turns: [RoomTurn]) throws(BusError) {
    guard turns.count <= RoomTurn.maxInMessage,
      turns.allSatisfy({ (0...RoomTurn.maxMs).contains($0.atMs) }),
      zip(turns, turns.dropFirst()).allSatisfy({ $0.atMs <= $1.atMs })
    else {
      throw BusError(
        .invalid,
        "Invalid turns; expected at most \(RoomTurn.maxInMessage) in order, each from 0 to \(RoomTurn.maxMs) ms."
      )
    }
  }

  func setTurns(_ command: SetVoicesTurn) throws -> Done {
    try Self.check(command.turns)
    guard (command.corrected ?? []).count <= RoomLine.maxInMessage else {
      throw BusError(
        .invalid, "Too many corrected lines; expected at most \(RoomLine.maxInMessage).")
    }
    let key = StreamKey(id: command.id)
    guard streams[key] != nil else { throw unknown(command.id) }
    streams[key]?.voices?.set(command.turns)
    streams[key]?.correct(command.corrected ?? [])
    return Done()
  }

  func setVoices(_ command: SetVoices) async throws -> Done {
    try Self.check(command.voices, command.others, command.turns)
    let key = StreamKey(id: command.id)
    // The stream may be one that is about to be restored, with voices that are out of date by then.
    if streams[key] == nil, case .ready = engine.status {
      do {
        try await waitUntilRestored()
      } catch let error as BusError where error.retryable {
        // An absent service would be skipped.
        throw BusError(.busy, error.message, retryAfterMs: error.retryAfterMs)
      }
    }
    guard streams[key] != nil else { throw unknown(command.id) }
    setVoices(command.voices, others: command.others, command.turns, of: command.id)
    return Done()
  }

  /// Sets the voices and turns of an open stream.
  ///
  /// - Parameters:
  ///   - listed: the persons who agreed; nil if they are not known, or stay as they are.
  ///   - others: number of persons who did not; nil if it is not known.
  ///   - turns: nil if they stay as they are.
  func setVoices(_ listed: [RoomVoice]?, others: Int?, _ turns: [RoomTurn]?, of id: String) {
    let key = StreamKey(id: id)
    if listed != nil { streams[key]?.awaitsVoices = false }
    guard let stream = streams[key] else { return }
    guard voices.isReady else {
      // The number that an earlier instance reported is no longer true.
      if listed?.isEmpty == false { reportVoices(0, of: id) }
      return
    }
    var voices = stream.voices ?? StreamVoices()
    if let turns { voices.set(turns) }
    if let listed { voices.set(listed, others: others ?? 1, open: self.voices.open) }
    streams[key]?.voices = voices
    guard listed != nil else { return }
    streams[key]?.removeVoices { voices.consents[$0] == nil }
    releaseCompared(of: key)
    reportVoices(voices.consents.count, of: id)
  }

  /// Reports the number of persons whose voices are recognised, the latest one last.
  private func reportVoices(_ people: Int, of id: String) {
    voiceReports[id, default: VoiceReport()].people = people
    guard voiceReports[id]?.task == nil else { return }
    let delivery = delivery
    voiceReports[id]?.task = Task {
      while !Task.isCancelled, let people = takeReport(of: id) {
        await delivery.deliver(VoicesRecognised(id: id, people: people), of: id)
      }
    }
  }

  /// Returns the number to report next; nil, and ends the reports, for none.
  private func takeReport(of id: String) -> Int? {
    guard let people = voiceReports[id]?.people else {
      voiceReports[id] = nil
      return nil
    }
    voiceReports[id]?.people = nil
    return people
  }

  /// Ends the reports about a piece of work that has no stream here any more.
  func endVoiceReports(of id: String) { voiceReports.removeValue(forKey: id)?.task?.cancel() }

  /// Reports what a stream that has ended learned.
  func reportLearned(of stream: OpenStream) {
    guard let learned = stream.voices?.learned(seal: voices.seal), !learned.isEmpty else { return }
    let (delivery, id) = (delivery, stream.request.id)
    serials += 1
    let serial = serials
    endedDeliveries[serial] = Task {
      await delivery.deliver(VoicesLearned(id: id, voices: learned), of: id)
      endedDeliveries[serial] = nil
    }
  }
}

/// The reports on the number of persons whose voices a stream recognises.
struct VoiceReport {
  /// The number that is to be reported; nil for none.
  var people: Int?
  var task: Task<Void, Never>?
}
