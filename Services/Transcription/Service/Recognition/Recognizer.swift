/// Runs recognition jobs of all streams on the engine's transcribers. Final texts wait for a
/// transcriber in order of arrival; a partial result is made only if one is free immediately.
///
/// It only schedules the jobs; the engine's calls run elsewhere.
actor Recognizer {
  /// Number of samples before and after the speech that are transcribed with it.
  private static let margin = 1_600

  private let engine: SpeechEngine
  private var running = 0
  private var waiting: [(ticket: Int, turn: CheckedContinuation<Bool, Never>)] = []
  /// Other work that waits until no final text does.
  private var idlers: [Int: CheckedContinuation<Void, Never>] = [:]
  private var tickets = 0
  private var isShutDown = false

  private let metrics: TranscriptionMetrics?

  /// Creates a recogniser.
  ///
  /// - Parameter metrics: the metrics to update; nil for none.
  init(engine: SpeechEngine, metrics: TranscriptionMetrics? = nil) {
    self.engine = engine
    self.metrics = metrics
  }

  /// Number of final texts that wait for a transcriber.
  var backlog: Int { waiting.count }

  /// Numbers of running and of waiting jobs.
  var load: (running: Int, waiting: Int) { (running, waiting.count) }

  /// Recognises the audio. If a waiting job is cancelled, the outcome is `skipped`; a running job
  /// continues.
  func recognize(_ job: RecognitionJob) async -> RecognitionOutcome {
    if case .unavailable(let reason) = engine.status { return .failed(reason: reason) }
    guard await acquireTranscriber(job.priority) else {
      if job.priority == .partial { metrics?.partialsSkipped.add() }
      return .skipped
    }
    let start = ContinuousClock.now
    defer {
      let duration = start.duration(to: .now)
      metrics?.inference.with(job.priority == .final ? "final" : "partial")
        .observe(Int(duration / .nanoseconds(1)))
      releaseTranscriber()
    }
    let samples = SpeechLevel.raised(job.audio.samples)
    do {
      // The model invents words if there is only noise.
      guard let speech = try await engine.findSpeech(samples) else { return .text("") }
      var text = try await engine.transcribe(samples)
      let near = (speech.lowerBound - Self.margin..<speech.upperBound + Self.margin)
        .clamped(to: samples.indices)
      if text.isEmpty && near.count < samples.count {
        // The model may return no text because of the noise before the speech.
        text = try await engine.transcribe(Array(samples[near]))
      }
      return .text(RepeatedPhrases.collapsed(text))
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Skips all waiting and future jobs.
  func shutDown() {
    isShutDown = true
    let turns = waiting
    waiting = []
    for (_, turn) in turns { turn.resume(returning: false) }
    releaseIdlers()
  }

  /// Returns once no final text waits for a transcriber, so that other work does not delay one, or when
  /// the task is cancelled.
  func waitUntilIdle() async {
    guard !waiting.isEmpty, !isShutDown else { return }
    tickets += 1
    let ticket = tickets
    await withTaskCancellationHandler {
      await withCheckedContinuation { idler in
        if Task.isCancelled {
          idler.resume()
        } else {
          idlers[ticket] = idler
        }
      }
    } onCancel: {
      Task { await self.cancelIdler(ticket) }
    }
  }

  private func cancelIdler(_ ticket: Int) { idlers.removeValue(forKey: ticket)?.resume() }

  private func releaseIdlers() {
    let released = idlers.values
    idlers = [:]
    for idler in released { idler.resume() }
  }

  private func acquireTranscriber(_ priority: RecognitionJob.Priority) async -> Bool {
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
        // The task may have been cancelled before it was in the queue.
        if Task.isCancelled {
          turn.resume(returning: false)
        } else {
          waiting.append((ticket, turn))
        }
      }
    } onCancel: {
      Task { await self.cancelWait(ticket) }
    }
  }

  /// Hands the transcriber directly to a waiting job, so that no new job gets it first.
  private func releaseTranscriber() {
    if waiting.isEmpty {
      running -= 1
    } else {
      waiting.removeFirst().turn.resume(returning: true)
      if waiting.isEmpty { releaseIdlers() }
    }
  }

  private func cancelWait(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
    if waiting.isEmpty { releaseIdlers() }
  }
}
