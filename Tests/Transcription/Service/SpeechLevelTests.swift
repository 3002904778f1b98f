import TestSupport
import Testing
import TranscriptionAPI

@testable import TranscriptionService

struct SpeechLevelTests {
  private func level(_ samples: [Float]) -> Float {
    SpeechLevel.level(of: samples.map { Int16($0 * 32_767) })
  }

  @Test(arguments: [-35.0, -50, -65]) func quietSpeechIsRaisedToTheTarget(_ decibels: Double) {
    var signal = Signal()
    signal.noise(1, decibels)
    #expect(abs(level(SpeechLevel.raised(signal.samples)) - SpeechLevel.target) < 1)
  }

  @Test(arguments: [-20.0, -8]) func loudSpeechIsUnchanged(_ decibels: Double) {
    var signal = Signal()
    signal.noise(1, decibels)
    #expect(SpeechLevel.raised(signal.samples) == signal.samples.map { Float($0) / 32_768 })
  }

  @Test func aClickDoesNotHideQuietSpeech() {
    var signal = Signal()
    signal.noise(0.5, -50)
    signal.noise(0.04, -6)
    signal.noise(0.5, -50)
    let raised = SpeechLevel.raised(signal.samples)
    #expect(abs(level(raised) - SpeechLevel.target) < 1)
    #expect(raised.allSatisfy { (-1...1).contains($0) })
  }

  @Test func theGainIsBounded() {
    let samples = [Int16](repeating: 1, count: 16_000)
    let raised = SpeechLevel.raised(samples)
    #expect(raised.allSatisfy { $0 < 0.02 })
    #expect(SpeechLevel.raised([]).isEmpty)
    #expect(SpeechLevel.raised([.min, .max]).allSatisfy { (-1...1).contains($0) })
    #expect(SpeechLevel.raised([Int16](repeating: 0, count: 640)).allSatisfy { $0 == 0 })
  }

  @Test(
    arguments: [(-30, nil), (-53, nil), (-57, .quiet), (-75, .quiet)] as [(Double, SignalProblem?)])
  func veryQuietSpeechIsAProblem(_ decibels: Double, _ problem: SignalProblem?) {
    var signal = Signal()
    signal.noise(1, decibels)
    #expect(SpeechLevel.problem(of: signal.samples) == problem)
  }

  @Test func speechAtFullScaleIsClipped() {
    var signal = Signal()
    signal.noise(1, -10)
    let samples = signal.samples
    #expect(SpeechLevel.problem(of: samples) == nil)
    let distorted = samples.map { Int16(max(-32_768, min(32_767, Int($0) * 3))) }
    #expect(SpeechLevel.problem(of: distorted) == .clipped)
    #expect(SpeechLevel.problem(of: [.min, .max]) == .clipped)
    // A click is shorter.
    #expect(SpeechLevel.problem(of: samples + [.min, .max]) == nil)
  }

  @Test func aGuessHasTheProblemOfItsSignal() throws {
    var stream = RecognitionStream(id: "a")
    var signal = Signal()
    signal.noise(1, -84)
    signal.noise(2, -60)
    let effects = stream.handle(.audio(offset: 0, samples: signal.samples))
    let job = try #require(
      effects.compactMap { if case .recognize(let job) = $0 { job } else { nil } }.first)
    let guess = stream.handle(.finished(job.id, .text("Hel")))
    guard case .emitPartial(_, _, _, let problem)? = guess.first else {
      throw Unexpected("No guess was emitted.")
    }
    #expect(problem == .quiet)
  }

  @Test func theEngineReceivesRaisedSpeech() async {
    let engine = SpeechEngine(
      status: .ready(model: "level"), capacity: 1,
      findSpeech: { $0.contains { abs($0) > 0.02 } ? $0.indices : nil },
      transcribe: { "\($0.count)" })
    var signal = Signal()
    signal.noise(1, -60)
    let job = RecognitionJob(
      id: .init(utterance: 0, partial: nil), audio: Utterance(start: 0, samples: signal.samples))
    #expect(await Recognizer(engine: engine).recognize(job) == .text("16000"))
  }
}
