import Foundation
import TranscriptionAPI
import Voices

/// The recognition of voices in the stream of a room: the persons who agreed, the turns, and the windows of
/// the utterances that are being recognised.
///
/// It is a value without a clock or a network. Nothing is computed until a person has agreed, and in the turn of
/// a person who has not. Windows follow one another; where the voice seems to change between two, one between
/// them is added, as in `VoiceWindows`. The windows of an utterance are dropped with it, so that nothing is kept about a
/// voice that belongs to no candidate.
struct StreamVoices: Sendable {
  /// Maximum number of turns that are kept; an utterance is shorter than most of them.
  static let maxTurns = 256
  /// Maximum number of utterances that are compared after their lines were delivered.
  static let maxLate = 4

  /// A piece of audio whose voice is to be compared.
  struct Window: Sendable, Equatable {
    /// Number of the utterance in the stream.
    let utterance: Int
    /// Position of the utterance's first sample in the stream.
    let start: Int
    /// Its samples in the utterance.
    let range: Range<Int>
    let samples: [Int16]
  }

  /// The windows of an utterance.
  private struct Windows {
    var audio: Utterance
    /// Start of the utterance, in milliseconds of the stream's time.
    var fromMs: Int64
    /// Windows that are waiting, in order of time.
    var waiting: [Range<Int>] = []
    /// Windows that are waiting, being computed or known.
    var known: Set<Range<Int>> = []
    var computed: [Range<Int>: VoiceEmbedding] = [:]
    /// Windows between two others, where the voice seems to change.
    var between: Set<Range<Int>> = []

    /// Middle of a window, in milliseconds of the stream's time.
    func middleMs(_ range: Range<Int>) -> Int64 {
      fromMs + Int64((range.lowerBound + range.upperBound) / 32)
    }

    /// Keeps only these windows.
    mutating func keep(_ ranges: Set<Range<Int>>) {
      known = ranges
      waiting.removeAll { !ranges.contains($0) }
      between.formIntersection(ranges)
      computed = computed.filter { ranges.contains($0.key) }
    }

    /// Adds the window between two that follow one another if their voices differ.
    mutating func addBetween(_ first: Range<Int>, _ second: Range<Int>) {
      guard let one = computed[first], let other = computed[second],
        one.cosine(other) < VoiceWindows.changeCosine
      else { return }
      let start = first.lowerBound + StreamVoices.windowSamples / 2
      let range = start..<start + StreamVoices.windowSamples
      guard range.upperBound <= audio.samples.count, known.count < VoiceWindows.maxWindows,
        known.insert(range).inserted
      else { return }
      between.insert(range)
      waiting.insert(range, at: 0)
    }
  }

  /// Number of samples of a window.
  private static let windowSamples = VoiceWindows.lengthMs * VoiceWindows.sampleRate / 1000

  private var room = RoomVoices(candidates: [], others: 0)
  /// The consents of the persons whose voices are recognised.
  private(set) var consents: [UUID: String] = [:]
  /// Persons whose voices decided a line.
  private var recognised: Set<UUID> = []
  private var turns: [VoiceTurn] = []
  private var utterances: [Int: Windows] = [:]
  /// Utterances whose lines were delivered before their voices were compared.
  private var late: Set<Int> = []
  /// The window that is being computed; at most one at a time.
  private var computing: Window?

  /// False if no voice can be recognised.
  var isListening: Bool { !consents.isEmpty && room.isListening }

  /// Replaces the persons whose voices are recognised, and erases the prints of those who are not named any
  /// more.
  ///
  /// - Parameters:
  ///   - voices: the persons who agreed; the first 32 count.
  ///   - others: number of persons in the room who did not agree.
  ///   - open: reads a sealed print.
  mutating func set(
    _ voices: [RoomVoice], others: Int,
    open: (_ print: String, _ person: UUID) -> VoicePrint?
  ) {
    var named: [UUID: RoomVoice] = [:]
    for voice in voices.prefix(RoomVoice.maxInRoom) {
      if let person = UUID(uuidString: voice.person) { named[person] = voice }
    }
    for (person, consent) in consents where named[person]?.consent != consent {
      room.remove(person)
      consents[person] = nil
      recognised.remove(person)
    }
    room.setOthers(others + max(0, voices.count - named.count))
    for (person, voice) in named where consents[person] == nil {
      consents[person] = voice.consent
      room.add(
        VoiceCandidate(person: person, print: voice.print.flatMap { open($0, person) }))
    }
    dropOtherTurns()
  }

  /// Replaces the turns from the first new one on.
  mutating func set(_ new: [RoomTurn]) {
    guard let first = new.first else { return }
    turns.removeAll { $0.fromMs >= first.atMs }
    turns += new.map { turn in
      VoiceTurn(fromMs: turn.atMs, person: turn.person.flatMap { UUID(uuidString: $0) })
    }
    if turns.count > Self.maxTurns { turns.removeFirst(turns.count - Self.maxTurns) }
    dropOtherTurns()
  }

  /// Drops the windows in turns of persons who have not agreed, or not any more.
  private mutating func dropOtherTurns() {
    guard isListening else {
      (utterances, late) = ([:], [])
      return
    }
    for (number, windows) in utterances {
      let open = windows.known.filter { isTurnOfCandidate(at: windows.middleMs($0)) }
      utterances[number]?.keep(open)
    }
  }

  /// Returns true if a person who agreed has the turn at a time of the stream, in milliseconds.
  private func isTurnOfCandidate(at ms: Int64) -> Bool {
    guard let person = turns.last(where: { $0.fromMs <= ms })?.person else { return false }
    return consents[person] != nil
  }

  /// Adds the new windows of an utterance.
  ///
  /// - Parameters:
  ///   - number: number of the utterance in the stream.
  ///   - audio: the utterance so far.
  ///   - fromMs: its start, in milliseconds of the stream's time.
  ///   - isFinal: true if it has ended.
  mutating func add(_ number: Int, _ audio: Utterance, fromMs: Int64, isFinal: Bool) {
    guard isListening else { return }
    var windows = utterances[number] ?? Windows(audio: audio, fromMs: fromMs)
    // An utterance without a voice ends without a number.
    if windows.audio.start != audio.start { windows = Windows(audio: audio, fromMs: fromMs) }
    windows.audio = audio
    var ranges = VoiceWindows.ranges(of: audio.samples.count)
    if isFinal {
      let last = Set(ranges).union(
        windows.between.filter { $0.upperBound <= audio.samples.count })
      windows.waiting.removeAll { !last.contains($0) }
      windows.computed = windows.computed.filter { last.contains($0.key) }
    } else if !ranges.isEmpty {
      // The last window moves with the end of the utterance.
      ranges.removeLast()
    }
    for range in ranges where !windows.known.contains(range) {
      guard isTurnOfCandidate(at: windows.middleMs(range)) else { continue }
      windows.known.insert(range)
      windows.waiting.append(range)
    }
    utterances[number] = windows
  }

  /// Begins the next window; nil if none waits, or if one is being computed. Late utterances wait for those whose lines
  /// are not delivered yet, so that one late comparison does not delay all that follow.
  mutating func next() -> Window? {
    let waiting = utterances.keys.filter { utterances[$0]?.waiting.isEmpty == false }
    guard computing == nil,
      let number = waiting.filter({ !late.contains($0) }).min() ?? waiting.min(),
      var windows = utterances[number]
    else { return nil }
    let range = windows.waiting.removeFirst()
    utterances[number] = windows
    computing = Window(
      utterance: number, start: windows.audio.start, range: range,
      samples: Array(windows.audio.samples[range]))
    return computing
  }

  /// Returns true if a window that was begun is still needed.
  func needs(_ window: Window) -> Bool {
    guard isListening, let windows = utterances[window.utterance],
      windows.audio.start == window.start
    else { return false }
    return isTurnOfCandidate(at: windows.middleMs(window.range))
  }

  /// Ends a window.
  ///
  /// - Parameter embedding: nil if it was not computed, or has no voice.
  mutating func computed(_ window: Window, _ embedding: VoiceEmbedding?) {
    computing = nil
    guard needs(window), let embedding, var windows = utterances[window.utterance] else { return }
    windows.computed[window.range] = embedding
    if !windows.between.contains(window.range) {
      for other in windows.computed.keys where !windows.between.contains(other) {
        if other.upperBound == window.range.lowerBound { windows.addBetween(other, window.range) }
        if window.range.upperBound == other.lowerBound { windows.addBetween(window.range, other) }
      }
    }
    utterances[window.utterance] = windows
  }

  /// Returns true if no window of an utterance is missing.
  func isComplete(_ number: Int) -> Bool {
    guard let windows = utterances[number] else { return true }
    return windows.waiting.isEmpty
      && !(computing?.utterance == number && computing?.start == windows.audio.start)
  }

  /// Decides who spoke an utterance, and drops its windows.
  ///
  /// - Returns: the spans that cover the utterance, with samples in it; empty if the voice decides nothing.
  mutating func attribute(_ number: Int) -> [Span] {
    guard let (fromMs, toMs, found) = decide(number) else { return [] }
    var spans: [Span] = []
    for span in found {
      let from = Int(min(max(span.fromMs - fromMs, 0), toMs - fromMs)) * 16
      let person = span.person.flatMap { consents[$0] == nil ? nil : $0 }
      if let last = spans.last, last.person == person, last.isDoubtful == span.isDoubtful {
        continue
      }
      spans.append(Span(from: from, person: person, isDoubtful: span.isDoubtful))
    }
    recognised.formUnion(spans.compactMap(\.person))
    return spans
  }

  /// Decides who spoke an utterance, and drops its windows.
  ///
  /// - Returns: start and end of the utterance and its spans, in milliseconds of the stream's time; nil if the voice
  ///   decides nothing.
  private mutating func decide(
    _ number: Int
  ) -> (fromMs: Int64, toMs: Int64, spans: [VoiceSpan])? {
    late.remove(number)
    guard let windows = utterances.removeValue(forKey: number), isListening,
      !windows.computed.isEmpty
    else { return nil }
    let samples = windows.audio.samples
    let fromMs = windows.fromMs
    let toMs = fromMs + Int64(samples.count / 16)
    let voices = windows.computed.sorted { $0.key.lowerBound < $1.key.lowerBound }.map {
      range, embedding in
      VoiceWindow(
        fromMs: fromMs + Int64(range.lowerBound / 16), toMs: fromMs + Int64(range.upperBound / 16),
        embedding: embedding)
    }
    let spans = room.attribute(
      VoiceUtterance(
        samples: samples, fromMs: fromMs, windows: voices, turns: turns.filter { $0.fromMs < toMs })
    )
    return (fromMs, toMs, spans)
  }

  /// A time whose voice is known since more was learned.
  struct Reconsidered: Sendable, Equatable {
    /// Start and end, in milliseconds of the stream's time.
    let fromMs, toMs: Int64
    let person: UUID
  }

  /// Decides again on earlier utterances, after more was learned.
  ///
  /// - Returns: the times that now have another voice.
  mutating func reconsider() -> [Reconsidered] {
    isListening ? certain(room.reconsider()) : []
  }

  /// The spans whose voice is known, of persons who agree.
  private mutating func certain(_ spans: [VoiceSpan]) -> [Reconsidered] {
    let certain = spans.filter { !$0.isDoubtful }.compactMap { span in
      span.person.flatMap { person in
        consents[person] == nil
          ? nil : Reconsidered(fromMs: span.fromMs, toMs: span.toMs, person: person)
      }
    }
    recognised.formUnion(certain.map(\.person))
    return certain
  }

  /// Learns whose voice a time has, because someone corrected the speaker.
  ///
  /// - Parameters:
  ///   - fromMs: its start, in milliseconds of the stream's time.
  ///   - toMs: its end.
  ///   - person: the person who spoke; nothing is kept about one who has not agreed.
  mutating func correct(fromMs: Int64, toMs: Int64, person: UUID?) {
    guard isListening else { return }
    let candidate = person.flatMap { consents[$0] == nil ? nil : $0 }
    room.correct(VoiceSpan(fromMs: fromMs, toMs: toMs, person: candidate, isDoubtful: false))
  }

  /// Takes back what a correction of a time taught, because the correction was undone.
  mutating func takeBackCorrection(fromMs: Int64, toMs: Int64) {
    room.takeBackCorrection(fromMs: fromMs, toMs: toMs)
  }

  /// Keeps the windows of an utterance whose line has to be delivered before they are compared. Those of the oldest such
  /// utterances are dropped.
  mutating func postpone(_ number: Int) {
    guard utterances[number] != nil else { return }
    late.insert(number)
    while late.count > Self.maxLate, let oldest = late.min() { drop(oldest) }
  }

  /// Decides who spoke the late utterances that are compared by now.
  ///
  /// - Parameter number: number of the first utterance whose line is not delivered yet.
  /// - Returns: the times whose voices are known now, those of earlier utterances included.
  mutating func attributeLate(before number: Int) -> [Reconsidered] {
    let compared = late.filter { $0 < number && isComplete($0) }.sorted()
    let found = compared.flatMap { certain(decide($0)?.spans ?? []) }
    return compared.isEmpty ? [] : found + reconsider()
  }

  /// Drops the windows of an utterance.
  mutating func drop(_ number: Int) {
    utterances[number] = nil
    late.remove(number)
  }

  /// A piece of an utterance in one voice, up to the next one.
  struct Span: Sendable, Equatable {
    /// Its first sample in the utterance.
    var from: Int
    /// The person whose voice it is; nil if the voice decides nothing.
    var person: UUID?
    var isDoubtful: Bool
  }

  /// The recognised voices with their learned prints, to be saved.
  ///
  /// - Parameter seal: seals a print.
  func learned(seal: (_ print: VoicePrint, _ person: UUID) -> String?) -> [Voice] {
    let prints = room.learned
    return consents.sorted { $0.key.uuidString < $1.key.uuidString }.compactMap {
      person, consent in
      if let print = prints[person], let sealed = seal(print, person) {
        return Voice(
          person: person.lowercaseText, consent: consent, print: sealed,
          learnedMs: Int64(print.weightMs))
      }
      return recognised.contains(person)
        ? Voice(person: person.lowercaseText, consent: consent) : nil
    }
  }
}
