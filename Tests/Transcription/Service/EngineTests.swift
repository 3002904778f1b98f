import Foundation
import SpeechModels
import TestSupport
import Testing

@testable import TranscriptionService

/// The real engine with real audio. Without an engine the tests fail with instructions.
@Suite(.serialized) struct EngineTests {
  // The first test loads the engine, which takes as long as half a minute of audio.
  @Test func inventsNothingInSilence() async throws {
    var driver = StreamDriver(try await InstalledEngine.get())
    var signal = Signal()
    signal.silence(20)
    await driver.run(signal.samples)
    #expect(driver.lines.isEmpty)
    #expect(driver.failure == nil)
  }

  @Test(
    arguments: Effort.first(
      1, of: [("standup.wav", false), ("standup.wav", true), ("standup-5.wav", false)]))
  func hearsAStandup(_ name: String, _ guesses: Bool) async throws {
    let engine = try await InstalledEngine.get()
    let recording = try Recording(name)
    var driver = StreamDriver(engine, guesses: guesses)
    let slot = recording.slotSeconds * 1_000
    // Reads the clock because the real-time factor is printed, without a limit.
    let clock = ContinuousClock()
    let start = clock.now
    await driver.run(
      recording.samples, cuts: (1..<recording.texts.count).map { $0 * slot })
    let spent = clock.now - start
    #expect(driver.failure == nil)

    let heard = driver.lines.map(\.text).joined(separator: " ")
    let whole = WordErrorRate(said: recording.texts.joined(separator: " "), heard: heard)
    let factor = spent / .seconds(Double(recording.samples.count) / 16_000)
    print(
      "\(name), \(engine.status): \(whole.errors) of \(whole.words) words wrong; "
        + "real-time factor \(factor), \(driver.partials) guesses")
    #expect((driver.partials > 0) == guesses)
    #expect(whole.rate <= 0.05, "\(heard)")

    #expect(!recording.texts.isEmpty)
    for (index, said) in recording.texts.enumerated() {
      let own = driver.lines.filter { ($0.fromMs + $0.toMs) / 2 / slot == index }
      #expect(own.allSatisfy { $0.fromMs >= index * slot && $0.toMs <= (index + 1) * slot })
      let slotted = WordErrorRate(said: said, heard: own.map(\.text).joined(separator: " "))
      #expect(slotted.rate <= 0.1, "speaker \(index): \(own)")
    }
    #expect(driver.lines.map(\.index) == Array(driver.lines.indices))
  }

  @Test(arguments: [-50.0, -30, -12]) func inventsNothingInNoise(_ decibels: Double) async throws {
    let engine = try await InstalledEngine.get()
    var driver = StreamDriver(engine)
    var signal = Signal()
    // Bursts, so that the endpointer detects speech and the gate has to decide.
    for _ in 0..<4 {
      signal.noise(1, -80)
      signal.noise(2, decibels)
    }
    signal.noise(20, decibels)
    await driver.run(signal.samples)
    #expect(driver.lines.isEmpty)
    #expect(driver.failure == nil)
  }

  /// Alternating, because earlier audio must not matter.
  @Test func gateTellsSpeechFromNoise() async throws {
    let engine = try await InstalledEngine.get()
    let recording = try Recording("standup.wav")
    let speech = recording.samples[..<64_000].map { Float($0) / 32_768 }
    for decibels in [-55.0, -50, -45, -30, -12] {
      for seconds in [1, 2.4, 10] {
        #expect(try await engine.findSpeech(speech) != nil)
        var signal = Signal(seed: UInt64(seconds - decibels))
        signal.noise(seconds, decibels)
        let noise = signal.samples.map { Float($0) / 32_768 }
        #expect(try await engine.findSpeech(noise) == nil, "\(seconds) s at \(decibels) dB")
      }
    }
  }

  @Test func speechIsFoundAfterSilence() async throws {
    let engine = try await InstalledEngine.get()
    let recording = try Recording("standup.wav")
    let speech = recording.samples[..<64_000].map { Float($0) / 32_768 }
    let alone = try #require(try await engine.findSpeech(speech))
    let silence = [Float](repeating: 0, count: 32_000)
    let found = try #require(try await engine.findSpeech(silence + speech + silence))
    // The detector's window is 32 ms, and its limits depend on the silence.
    #expect(abs(found.lowerBound - alone.lowerBound - silence.count) < 8_000)
    #expect(found.upperBound <= silence.count + speech.count + 8_000)
  }

  @Test func recognisesManyAtOnce() async throws {
    let engine = try await InstalledEngine.get()
    let recording = try Recording("standup.wav")
    let speech = recording.samples[..<64_000].map { Float($0) / 32_768 }
    let alone = try await engine.transcribe(speech)
    #expect(!alone.isEmpty)
    let together = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await engine.transcribe(speech) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together == Array(repeating: alone, count: 6))
  }

  @Test func brokenModelIsAReasonAndNoCrash() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let installed = EngineLocator()
    _ = try await InstalledEngine.get()
    try directory.link("moonshine_voice", to: installed.directory + "/moonshine_voice")
    try directory.link("moonshine_voice.libs", to: installed.directory + "/moonshine_voice.libs")
    for file in ["encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"] {
      try directory.write("no model", to: "tiny-en/" + file)
    }
    let engine = await SpeechEngine.moonshine(EngineLocator(explicit: directory.path))
    guard case .unavailable(let reason) = engine.status else {
      throw Unexpected("A broken model was loaded.")
    }
    #expect(reason.contains("scripts/setup"))
  }

  /// The English model under the name of another language.
  @Test func aModelOfAnotherLanguageIsUsedBesideTheEngine() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let installed = EngineLocator().directory
    let engine = try await InstalledEngine.get()
    for name in ["moonshine_voice", "moonshine_voice.libs"] {
      try directory.link(name, to: installed + "/" + name)
    }
    var files: [String: ModelManifest.File] = [:]
    for name in ModelManifest.requiredFiles {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(installed)/tiny-en/\(name)"))
      files[name] = .init(bytes: data.count, sha256: try FileSum.digest(of: data))
    }
    /// Installs the model with a manifest.
    func install(_ manifest: ModelManifest) throws {
      let text = try manifest.text
      try directory.write(text, to: "languages/\(manifest.language).json")
      let digest = try FileSum.digest(of: Data(text.utf8)).prefix(16)
      try directory.link("languages/\(manifest.language)-\(digest)", to: installed + "/tiny-en")
    }
    let manifest = ModelManifest(
      name: "tiny-es", language: "es", architecture: "tiny", licence: .init(name: "MIT"),
      files: files)
    try install(manifest)
    var broken = manifest
    broken.language = "fr"
    broken.files["tokenizer.bin"]?.sha256 = String(repeating: "0", count: 64)
    try install(broken)

    let languages = try SpeechLanguages.installed(
      EngineLocator(explicit: directory.path), with: engine)
    #expect(try await languages.list() == ["es", "fr"])
    #expect(try await languages.find("en-GB") == nil)
    let model = try #require(try await languages.find("es-MX"))
    let other = try await languages.load(model)
    #expect(other.status == .ready(model: "tiny-es") && other.capacity == 1)
    let recording = try Recording("standup.wav")
    let speech = recording.samples[..<64_000].map { Float($0) / 32_768 }
    #expect(try await other.findSpeech(speech) != nil)
    #expect(try await !other.transcribe(speech).isEmpty)
    // A damaged model is noticed before the library reads it.
    let damaged = try #require(try await languages.find("fr"))
    let error = await #expect(throws: SpeechError.self) { try await languages.load(damaged) }
    #expect(error?.code == .engineUnusable && error?.cause == "tokenizer.bin is damaged")
  }
}

struct WordErrorRateTests {
  @Test(arguments: [
    ("I have no blockers.", "i have no blockers", 0), ("one two three", "one three", 1),
    ("one two three", "one too three", 1), ("one two", "well one two three", 2), ("one", "", 1),
    ("", "", 0),
  ]) func countsWrongMissingAndInventedWords(_ said: String, _ heard: String, _ errors: Int) {
    #expect(WordErrorRate(said: said, heard: heard).errors == errors)
  }
}

/// The engine on this machine, loaded once for all tests.
enum InstalledEngine {
  private static let loading = Task { await SpeechEngine.moonshine() }

  /// - Throws: instructions if it is not installed, so that a test without it fails.
  static func get() async throws -> SpeechEngine {
    let engine = await loading.value
    if case .unavailable(let reason) = engine.status { throw Missing(description: reason) }
    return engine
  }

  struct Missing: Error, CustomStringConvertible { let description: String }
}
