import Testing

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

  @Test func theEngineReceivesRaisedSpeech() async {
    let engine = SpeechEngine(
      status: .ready(model: "level"), capacity: 1, isSpeech: { $0.contains { abs($0) > 0.02 } },
      transcribe: { "\($0.count)" })
    var signal = Signal()
    signal.noise(1, -60)
    let job = RecognitionJob(
      id: .init(utterance: 0, partial: nil), audio: Utterance(start: 0, samples: signal.samples))
    #expect(await Recognizer(engine: engine).recognize(job) == .text("16000"))
  }
}
