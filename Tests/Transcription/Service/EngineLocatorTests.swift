import TestSupport
import Testing

@testable import TranscriptionService

struct EngineLocatorTests {
  @Test(
    arguments: [
      ("/x", ["STANDUPS_ENGINE": "/y", "HOME": "/h"], "/x"),
      (nil, ["STANDUPS_ENGINE": "/y", "XDG_CACHE_HOME": "/c", "HOME": "/h"], "/y"),
      (nil, ["STANDUPS_ENGINE": "", "XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/standups/engine"),
      (nil, ["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/standups/engine"),
      (nil, ["HOME": "/h"], "/h/.cache/standups/engine"),
    ] as [(String?, [String: String], String)])
  func looksWhereItIsTold(_ explicit: String?, _ environment: [String: String], _ found: String) {
    #expect(EngineLocator(explicit: explicit, environment: environment).directory == found)
  }

  @Test func takesTheBestCompleteModel() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let locator = EngineLocator(explicit: directory.path)
    func code() -> SpeechError.Code? {
      do {
        _ = try locator.locate()
        return nil
      } catch { return (error as? SpeechError)?.code }
    }
    #expect(code() == .engineMissing)
    try directory.write("", to: "moonshine_voice/libmoonshine.so")
    #expect(code() == .engineMissing)
    for file in ["encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"] {
      try directory.write("", to: "tiny-en/" + file)
    }
    #expect(try locator.locate().model.name == "tiny-en")
    try directory.write("", to: "base-en-int8/encoder_model.ort")
    #expect(try locator.locate().model.name == "tiny-en")
    try directory.write("", to: "base-en-int8/decoder_model_merged.ort")
    try directory.write("", to: "base-en-int8/tokenizer.bin")
    let best = try locator.locate()
    #expect(best.model.size == .base)
    #expect(best.model.directory == directory.path + "/base-en-int8")
    #expect(best.library == directory.path + "/moonshine_voice/libmoonshine.so")
  }

  @Test func aMissingEngineIsAReasonWithTheWayOut() async throws {
    let engine = await SpeechEngine.moonshine(EngineLocator(explicit: "/nowhere"))
    guard case .unavailable(let reason) = engine.status else {
      throw Unexpected("There is an engine in /nowhere.")
    }
    #expect(reason.contains("scripts/setup"))
    #expect(reason.contains("/nowhere"))
    await #expect(throws: SpeechError.self) { try await engine.transcribe([0]) }
  }

  @Test(arguments: ["/nowhere/libmoonshine.so", "libm.so.6"])
  func anotherLibraryIsAnError(_ path: String) {
    #expect {
      _ = try MoonshineLibrary(path: path)
    } throws: { error in
      guard let error = error as? SpeechError else { return false }
      return error.code == .engineUnusable && error.message.contains("scripts/setup")
        && error.cause?.isEmpty == false
    }
  }
}
