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

  private let metrics: TranscriptionMetrics?

  /// - Parameter metrics: what is measured; nil for nothing.
  init(engine: SpeechEngine, metrics: TranscriptionMetrics? = nil) {
    self.engine = engine
    self.metrics = metrics
  }

  /// How many final texts wait for a transcriber.
  var backlog: Int { waiting.count }

  /// How many jobs are done now, and how many wait.
  var load: (running: Int, waiting: Int) { (running, waiting.count) }

  /// Recognises the audio. A cancelled job that waits is `skipped`; one that runs is not cut short.
  func recognize(_ job: RecognitionJob) async -> RecognitionOutcome {
    if case .unavailable(let reason) = engine.status { return .failed(reason: reason) }
    guard await takeTurn(job.priority) else {
      if job.priority == .partial { metrics?.partialsSkipped.add() }
      return .skipped
    }
    let start = ContinuousClock.now
    defer {
      let took = start.duration(to: .now)
      metrics?.inference.with(job.priority == .final ? "final" : "partial")
        .observe(Int(took / .nanoseconds(1)))
      passTurn()
    }
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
