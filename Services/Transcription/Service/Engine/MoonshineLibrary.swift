import CMoonshine
import Glibc

/// The loaded shared library, with all calls of its C interface.
final class MoonshineLibrary: @unchecked Sendable {
  // Safe to share, because it is a table of function addresses that is never written after `init`.
  private let functions: MoonshineFunctions

  /// Loads libmoonshine.
  ///
  /// - Throws: `SpeechError.Code.engineUnusable` with the message of the dynamic loader.
  init(path: String) throws {
    // A second thread for an inference does not make it faster, and would exceed the bound on
    // inferences. The library reads this variable while it is loaded.
    setenv("MOONSHINE_ORT_SINGLE_THREAD", "1", 1)
    var functions = MoonshineFunctions()
    var message = [CChar](repeating: 0, count: 512)
    let result = MoonshineOpen(path, &functions, &message, message.count)
    let text = String(
      decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch result {
    case MoonshineOpened:
      self.functions = functions
    case MoonshineSymbolMissing:
      throw SpeechError(
        .engineUnusable,
        "The speech engine at \(path) has an incompatible version. "
          + "Run scripts/setup to fetch the right one.",
        cause: "missing symbol \(text)")
    default:
      throw SpeechError(
        .engineUnusable,
        "The speech engine at \(path) cannot be loaded. Run scripts/setup to fetch it again.",
        cause: text)
    }
  }

  /// Loads a model and returns its handle, which must be released with `release`.
  func load(_ model: EngineLocation.Model, options: [String: String]) throws -> Int32 {
    let strings = options.map { (strdup($0.key), strdup($0.value)) }
    defer {
      for (name, value) in strings {
        free(name)
        free(value)
      }
    }
    let list = strings.map { MoonshineOption(name: $0.0, value: $0.1) }
    let architecture =
      model.size == .tiny ? MoonshineArchitectureTiny : MoonshineArchitectureBase
    let handle = functions.load(
      model.directory, architecture.rawValue, list, UInt64(list.count),
      Int32(MoonshineInterfaceVersion))
    guard handle >= 0 else {
      throw SpeechError(
        .engineUnusable,
        "The speech model in \(model.directory) cannot be loaded. "
          + "Run scripts/setup to fetch it again.",
        cause: text(handle))
    }
    return handle
  }

  func release(_ handle: Int32) { functions.release(handle) }

  /// A piece of text that the engine recognised, copied from its memory.
  struct Line {
    let text: String
    /// Start and duration of its audio, in seconds.
    let start: Float
    let duration: Float
  }

  /// Recognises 16 kHz mono audio. Each handle allows one caller at a time, because the engine's
  /// result is valid only until the next call.
  func transcribe(_ handle: Int32, _ samples: [Float]) throws -> [Line] {
    var samples = samples
    var transcript: UnsafeMutablePointer<MoonshineTranscript>?
    let error = functions.transcribe(
      handle, &samples, UInt64(samples.count), 16_000, 0, &transcript)
    guard error >= 0 else {
      throw SpeechError(
        .recognition, "The speech engine could not transcribe the audio.",
        cause: text(error))
    }
    guard let transcript, let lines = transcript.pointee.lines else { return [] }
    return UnsafeBufferPointer(start: lines, count: Int(transcript.pointee.lineCount)).map {
      Line(
        text: $0.text.map { String(cString: $0) } ?? "", start: $0.start, duration: $0.duration)
    }
  }

  private func text(_ error: Int32) -> String {
    functions.errorText(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
