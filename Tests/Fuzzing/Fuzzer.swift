import Foundation

/// Fuzz target: passes bytes to one of our parsers, and checks the result.
///
/// The same function is run by libFuzzer (`scripts/fuzz`) and by the tests, which use all files in `Corpora` and
/// mutations of them that a seed makes repeatable.
public struct Fuzzer: Sendable {
  /// Name of the target, and of its directory in `Corpora`.
  public let name: String
  /// Parses bytes. A trap or a thrown `Finding` is a finding; any other error is a valid result. It may block the
  /// thread.
  public let run: @Sendable ([UInt8]) throws -> Void

  /// Creates a fuzz target.
  public init(name: String, run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All fuzz targets.
  public static let all: [Fuzzer] = parsers + browsers

  private static let parsers: [Fuzzer] = [
    Fuzzer(name: "head", run: Parsers.head),
    Fuzzer(name: "json", run: Parsers.json),
    Fuzzer(name: "messages", run: Parsers.messages),
    Fuzzer(name: "topic", run: Parsers.topic),
    Fuzzer(name: "event", run: Parsers.event),
    Fuzzer(name: "wav", run: Parsers.wav),
    Fuzzer(name: "file", run: Parsers.file),
    Fuzzer(name: "link", run: Parsers.link),
    Fuzzer(name: "key", run: Parsers.key),
    Fuzzer(name: "timestamp", run: Parsers.timestamp),
    Fuzzer(name: "arguments", run: Parsers.arguments),
    Fuzzer(name: "address", run: Parsers.address),
    Fuzzer(name: "frame", run: Parsers.frame),
    Fuzzer(name: "rpc", run: Parsers.rpc),
    Fuzzer(name: "idtoken", run: Providers.idToken),
    Fuzzer(name: "discovery", run: Providers.discovery),
    Fuzzer(name: "jwks", run: Providers.keySet),
  ]

  /// Fuzz targets for the parsers of services.
  private static var browsers: [Fuzzer] {
    #if DEBUG || FUZZING
      [
        Fuzzer(name: "request", run: Browsers.request),
        Fuzzer(name: "stream", run: Browsers.stream),
        Fuzzer(name: "calendar", run: Calendars.read),
        Fuzzer(name: "assistant", run: Programs.assistant),
        Fuzzer(name: "token", run: Programs.token),
        Fuzzer(name: "events", run: Programs.events),
      ]
    #else
      []
    #endif
  }

  /// Runs the target, and ignores errors of the parser.
  ///
  /// - Throws: `Finding`.
  public func check(_ bytes: [UInt8]) throws {
    do {
      try run(bytes)
    } catch let finding as Finding {
      throw finding
    } catch {
      // The parser rejected the bytes, as it should if they are invalid.
    }
  }
}

/// Disagreement between two implementations.
public struct Finding: Error, CustomStringConvertible {
  /// Sentence that describes the disagreement.
  public let description: String
  init(_ description: String) { self.description = description }
  /// Sample finding for tests.
  public static let sample = Finding("two ways disagree")
}

func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
  if !holds { throw Finding(sentence()) }
}
