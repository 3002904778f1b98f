import StandupsMetrics

/// Metrics of the transcription service: the amount of speech, and the delay of its recognition.
struct TranscriptionMetrics: Sendable {
  let audio: Counter
  let lines: Counter
  let lag: Histogram
  let partialsSkipped: Counter
  let failures: Counter
  let inference: MetricFamily<Histogram>
  let voiceWindows: Counter
  let lateVoices: Counter
  private let streams: Gauge
  private let workers: Gauge
  private let busy: Gauge
  private let backlog: Gauge
  private let languages: Gauge
  private let isLoaded: MetricFamily<Gauge>

  /// Buckets for the time from the end of an utterance to its line, in seconds.
  private static let lags = Buckets([0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 30], step: 1e-3)
  private static let inferences = Buckets(
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], step: 1e-9)

  init(_ registry: MetricRegistry) {
    audio = registry.counter(
      "standups_transcription_audio_seconds_total", "Seconds of audio accepted.", step: 1.0 / 16_000
    )
    lines = registry.counter("standups_transcription_lines_total", "Final transcript lines.")
    lag = registry.histogram(
      "standups_transcription_lag_seconds", "Time from the end of an utterance to its final line.",
      Self.lags)
    partialsSkipped = registry.counter(
      "standups_transcription_partials_skipped_total",
      "Partial lines skipped because no transcriber was free.")
    failures = registry.counter(
      "standups_transcription_failures_total", "Streams that ended because the engine failed.")
    inference = registry.histograms(
      "standups_transcription_inference_seconds",
      "Time that the engine spent on one piece of audio.",
      labels: ["kind"], Self.inferences)
    voiceWindows = registry.counter(
      "standups_transcription_voice_windows_total",
      "Pieces of audio whose voice was compared with those of persons who agreed.")
    lateVoices = registry.counter(
      "standups_transcription_voices_late_total",
      "Lines that were delivered before their voices were compared, because that took too long.")
    streams = registry.gauge("standups_transcription_streams", "Open streams.")
    workers = registry.gauge("standups_transcription_workers", "Transcribers in the engine.")
    busy = registry.gauge("standups_transcription_workers_busy", "Busy transcribers.")
    backlog = registry.gauge(
      "standups_transcription_backlog", "Utterances waiting for a transcriber.")
    languages = registry.gauge(
      "standups_transcription_languages",
      "Languages that are loaded in addition to that of the engine.")
    isLoaded = registry.gauges(
      "standups_transcription_engine_loaded",
      "1 if a speech engine is loaded, labelled with its model.",
      labels: ["model"])
  }

  func update(
    _ engine: SpeechEngine, languages loaded: Int, streams count: Int, running: Int, waiting: Int
  ) {
    languages.set(loaded)
    streams.set(count)
    busy.set(running)
    backlog.set(waiting)
    switch engine.status {
    case .ready(let model):
      workers.set(engine.capacity)
      isLoaded.with(model).set(1)
    case .unavailable:
      workers.set(0)
      isLoaded.with("none").set(0)
    }
  }
}

extension TranscriptionService {
  nonisolated func observe(_ metrics: TranscriptionMetrics, in registry: MetricRegistry) {
    registry.onRead { [weak self] in
      guard let self else { return }
      let load = await load
      metrics.update(
        engine, languages: await pools.recognizers.count, streams: await streamCount,
        running: load.running, waiting: load.waiting)
    }
  }
}
