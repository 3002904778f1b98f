/// Divides 16 kHz mono audio into utterances by its loudness above an adaptive noise floor.
///
/// It is a value without a clock or an engine, so its output depends on the audio alone, regardless
/// of how the audio is divided into pieces. It holds at most the longest utterance, the lead-in and
/// one frame.
struct Endpointer: Sendable {
  /// The limits of an utterance. Lengths are in frames of 20 ms.
  struct Configuration: Sendable, Equatable {
    /// Speech begins when this many of the last `onsetWindow` frames are voice.
    var onset = 4
    var onsetWindow = 6
    /// Length of the audio before speech that is kept. It is kept because the first consonant is
    /// often too quiet to be detected.
    var lead = 15
    /// Length of the silence that ends an utterance, and of the part of it that is kept.
    var hang = 25
    var tail = 10
    /// Length of an utterance above which a shorter silence, `softHang`, ends it.
    var softLimit = 8 * AudioFrame.rate
    var softHang = 10
    /// Maximum length of an utterance; it is cut at the quietest frame of its last `cutWindow`.
    var limit = 14 * AudioFrame.rate
    var cutWindow = 2 * AudioFrame.rate
    /// Maximum distance of a cut from the requested place, so that no word is split.
    var cutSlack = 10
    /// Interval between partial results during speech.
    var partialInterval = 40
  }

  enum Event: Sendable, Equatable {
    /// Speech is in progress; the utterance up to now.
    case speaking(Utterance)
    /// An utterance has ended.
    case utterance(Utterance)
  }

  /// Number of samples that were fed or skipped.
  var position: Int { framed + rest.count }
  let configuration: Configuration

  private var rest: [Int16] = []
  var framed = 0
  private var noise = NoiseFloor()
  var speaking = false
  /// The current utterance, or the lead-in of the next one.
  var audio = Utterance(start: 0, samples: [])
  var frames: [AudioFrame] = []
  var cuts: [Int] = []
  var nextPartial = 0

  init(_ configuration: Configuration = .init(), at position: Int = 0) {
    self.configuration = configuration
    framed = position
    audio.start = position
  }

  /// Number of samples in memory.
  var buffered: Int { audio.samples.count + rest.count }

  /// Position of the first sample that may belong to a future utterance.
  var start: Int { audio.start }

  mutating func feed(_ samples: [Int16]) -> [Event] { process(samples, learning: true) }

  /// Feeds time without audio, which does not affect the estimate of the noise.
  mutating func feedSilence(_ count: Int) -> [Event] {
    process(Array(repeating: 0, count: count), learning: false)
  }

  /// Ends the utterance here; later audio belongs to another one.
  mutating func flush() -> [Event] {
    var events = makeCuts(slack: 0)
    if speaking {
      audio.samples += rest
      framed += rest.count
      rest = []
      events.append(finish())
    }
    start(at: position)
    return events
  }

  /// Continues at a later sample, as if there were no gap. Call `flush` first.
  mutating func skip(to sample: Int) {
    start(at: max(sample, position))
    cuts.removeAll { $0 <= sample }
  }

  private mutating func start(at sample: Int) {
    framed = sample
    rest = []
    audio = Utterance(start: sample, samples: [])
    frames = []
    speaking = false
  }

  private mutating func process(_ samples: [Int16], learning: Bool) -> [Event] {
    var events: [Event] = []
    let input = rest + samples
    var index = 0
    while input.count - index >= AudioFrame.length {
      let end = index + AudioFrame.length
      events += step(input[index..<end], learning: learning)
      index = end
    }
    rest = Array(input[index...])
    return events
  }

  private mutating func step(_ samples: ArraySlice<Int16>, learning: Bool) -> [Event] {
    let level = AudioFrame.level(samples)
    if learning { noise.learn(level, speaking: speaking) }
    audio.samples += samples
    framed += samples.count
    frames.append(AudioFrame(level: level, isVoice: noise.isVoice(level)))

    var events = makeCuts(slack: configuration.cutSlack)
    if !speaking {
      drop(frames.count - configuration.lead)
      let voiced = frames.suffix(configuration.onsetWindow).count { $0.isVoice }
      if voiced >= configuration.onset { begin() }
    } else if hasEnded {
      events.append(finish())
    } else if frames.count >= configuration.limit {
      let window = frames.indices.suffix(configuration.cutWindow)
      events += split(at: window.min { frames[$0].level < frames[$1].level } ?? frames.count)
    } else if frames.count >= nextPartial {
      nextPartial = frames.count + configuration.partialInterval
      events.append(.speaking(audio))
    }
    return events
  }

  private mutating func begin() {
    speaking = true
    nextPartial = configuration.partialInterval
  }
}

/// A stretch of audio that contains speech, at 16 kHz.
struct Utterance: Sendable, Equatable {
  /// Number of samples before it in its stream.
  var start: Int
  var samples: [Int16]

  /// Number of samples up to its end.
  var end: Int { start + samples.count }
}
