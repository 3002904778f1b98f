import Foundation

/// Gives bytes to one of our parsers, and says what it must not do with them.
///
/// The same function is driven by libFuzzer (`scripts/fuzz`) and, with everything in `Corpora` and with
/// mutations of it that a seed repeats, by the tests.
public struct Fuzzer: Sendable {
  /// Its name, and that of its folder in `Corpora`.
  public let name: String
  /// Parses; a trap is a finding, and so is a `Finding` that is thrown. Any other error is an answer.
  public let run: @Sendable ([UInt8]) throws -> Void

  /// A fuzzer of that name.
  public init(name: String, run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All of them.
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
  ]

  /// Fuzzers of services.
  private static var browsers: [Fuzzer] {
    #if DEBUG || FUZZING
      [
        Fuzzer(name: "request", run: Browsers.request),
        Fuzzer(name: "stream", run: Browsers.stream),
        Fuzzer(name: "calendar", run: Calendars.read),
      ]
    #else
      []
    #endif
  }

  /// Runs it, and takes errors for what they are.
  ///
  /// - Throws: `Finding`.
  public func check(_ bytes: [UInt8]) throws {
    do {
      try run(bytes)
    } catch let finding as Finding {
      throw finding
    } catch {
      // A refusal: what is wanted of bytes that are wrong.
    }
  }
}

/// Two ways that should agree and do not.
public struct Finding: Error, CustomStringConvertible {
  /// What, in a sentence.
  public let description: String
  init(_ description: String) { self.description = description }
  /// One for tests.
  public static let sample = Finding("two ways disagree")
}

func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
  if !holds { throw Finding(sentence()) }
}
