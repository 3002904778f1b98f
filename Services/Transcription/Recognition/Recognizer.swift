import Audio

/// Does recognition jobs for all streams with as many of the engine's transcribers as there are.
/// Final texts wait for one in the order they came; a guess is made only if one is free at once.
///
/// It only keeps the books: the engine's calls run elsewhere.
actor Recognizer {
  private let engine: SpeechEngine
  private var running = 0
  private var waiting: [(ticket: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var tickets = 0
  private var isShutDown = false

  init(engine: SpeechEngine) { self.engine = engine }

  /// How many final texts wait for a transcriber.
  var backlog: Int { waiting.count }

  /// Recognises the audio. A cancelled job that waits is `skipped`; one that runs is not cut short.
  func recognize(_ job: RecognitionJob) async -> RecognitionOutcome {
    if case .unavailable(let reason) = engine.status { return .failed(reason: reason) }
    guard await takeTurn(job.priority) else { return .skipped }
    defer { passTurn() }
    let samples = PCM.float(job.audio.samples)
    do {
      // The model invents words where there is only noise.
      guard try await engine.isSpeech(samples) else { return .text("") }
      return .text(try await engine.transcribe(samples))
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Skips what waits and all that comes later.
  func shutDown() {
    isShutDown = true
    let turns = waiting
    waiting = []
    for (_, turn) in turns { turn.resume(returning: false) }
  }

  private func takeTurn(_ priority: RecognitionJob.Priority) async -> Bool {
    guard !isShutDown, !Task.isCancelled else { return false }
    if running < engine.capacity {
      running += 1
      return true
    }
    guard priority == .final else { return false }
    tickets += 1
    let ticket = tickets
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        // The task may have been cancelled before there was anything to take back.
        if Task.isCancelled {
          turn.resume(returning: false)
        } else {
          waiting.append((ticket, turn))
        }
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
  }

  /// A turn is handed over, not given back, so that nobody slips in before those who wait.
  private func passTurn() {
    if waiting.isEmpty {
      running -= 1
    } else {
      waiting.removeFirst().turn.resume(returning: true)
    }
  }

  private func giveUp(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }
}
