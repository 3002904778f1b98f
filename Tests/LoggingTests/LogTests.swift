import Bus
import StandupsDependencies
import Foundation
import Processes
import TestSupport
import Testing

@testable import StandupsLogging

@Suite struct LogTests {
  let lines = Recorder<String>()
  let noon = Date(timeIntervalSince1970: 1_795_260_600)

  func log(_ level: LogLevel = .info, _ style: LogStyle = .json) -> Log {
    Log(
      service: "timer", level: level, style: style, sink: LogSink(lines.record),
      date: .constant(noon))
  }

  @Test func writesOneJSONObjectPerLine() throws {
    let id = UUID(number: 7)
    log().caused(by: Header(id: UUID(number: 1), corr: id)).with(["a": 1])
      .warning("Hello\n\"you\"", ["b": "x\u{1}y", "c": true, "d": 0.5])
    #expect(
      lines.values == [
        #"{"time":"2026-11-21T11:30:00.000Z","level":"warning","service":"timer","#
          + #""message":"Hello\n\"you\"","corr":"00000000-0000-0000-0000-000000000007","#
          + #""a":1,"b":"x\u0001y","c":true,"d":0.5}"# + "\n"
      ])
    let object = try JSONSerialization.jsonObject(with: Data(lines.values[0].utf8))
    #expect((object as? [String: Any])?["message"] as? String == "Hello\n\"you\"")
  }

  @Test func theCommandThatBeganItIsTheCorrelation() {
    log().caused(by: Header(id: UUID(number: 3))).info("x")
    #expect(lines.values[0].contains(#""corr":"00000000-0000-0000-0000-000000000003""#))
  }

  @Test func aFieldCannotHideTheRecordsOwnMembers() {
    log().info("x", ["service": "other"])
    #expect(lines.values[0].contains(#""service":"timer""#))
    #expect(lines.values[0].contains(#""service_":"other""#))
  }

  @Test func numbersThatJSONDoesNotHaveAreNull() {
    log().info("x", ["n": .number(.infinity)])
    #expect(lines.values[0].hasSuffix(#""n":null}"# + "\n"))
  }

  @Test(arguments: [LogEntry.Level.info, .warning, .error])
  func anEntryIsWrittenAtItsLevel(level: LogEntry.Level) throws {
    log().note(LogEntry(level, "Two are late.", cause: Header(id: UUID(number: 3))))
    let line = try #require(lines.values.first)
    #expect(line.contains(#""corr":"00000000-0000-0000-0000-000000000003""#))
    #expect(line.contains(#""level":"\#(level.rawValue)""#))
    #expect(line.contains(#""message":"Two are late.""#))
    #expect(lines.values.count == 1)
  }

  @Test func dropsWhatIsBelowItsLevelAndDoesNotMakeTheMessage() {
    var made = 0
    func message() -> String {
      made += 1
      return "x"
    }
    log(.warning).info(message())
    #expect(lines.values.isEmpty)
    #expect(made == 0)
    log(.warning).error(message())
    #expect(made == 1)
  }

  @Test func textForEyesHidesControlCharacters() {
    log(.debug, .text(colour: false)).debug("a\u{1B}[2Jb\nc", ["k": "v w", "n": 3])
    #expect(lines.values == ["11:30:00.000 DEBUG   timer  a\\u001b[2Jb\\nc  k=\"v w\"  n=3\n"])
  }

  @Test func colourOnlyWhenAsked() {
    log(.debug, .text(colour: true)).error("x")
    #expect(lines.values[0].contains("\u{1B}[1;31mERROR"))
  }

  @Test(arguments: [
    (LogFormat.auto, true, true, LogStyle.text(colour: true)),
    (.auto, true, false, .text(colour: false)), (.auto, false, true, .json),
    (.text, false, true, .text(colour: false)), (.json, true, true, .json),
  ])
  func style(format: LogFormat, isTerminal: Bool, wantsColour: Bool, expected: LogStyle) {
    #expect(LogStyle(format, isTerminal: isTerminal, wantsColour: wantsColour) == expected)
  }

  @Test func survivesAClosedPipe() throws {
    Signals.ignoreBrokenPipes()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let sink = LogSink.descriptor(pipe.fileHandleForWriting.fileDescriptor)
    sink.write("nobody hears\n")
    sink.write("nor this\n")
    let count = write(pipe.fileHandleForWriting.fileDescriptor, "x", 1)
    let error = errno
    #expect(count == -1 && error == EPIPE)
    try pipe.fileHandleForWriting.close()
  }

  @Test func linesFromManyThreadsAreNotMixed() async throws {
    let pipe = Pipe()
    let sink = LogSink.descriptor(pipe.fileHandleForWriting.fileDescriptor)
    async let read = blocking { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    await withTaskGroup(of: Void.self) { group in
      for letter in "abcdefgh" {
        group.addTask {
          for _ in 0..<20 { sink.write(String(repeating: letter, count: 9000) + "\n") }
        }
      }
    }
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try await read, as: UTF8.self)
    let written = text.split(separator: "\n")
    #expect(written.count == 160)
    #expect(written.allSatisfy { $0.count == 9000 && Set($0).count == 1 })
  }
}
