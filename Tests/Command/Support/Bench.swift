import Audio
import Bus
import CommandLineKit
import StandupsDependencies
import Foundation
import ScheduleAPI
import StandupsAPI
import Threads

@testable import Command

/// A command line with a scripted environment.
final class Bench: Sendable {
  let caller = ScriptedCaller()
  let events = ScriptedEvents()
  private let texts = Locked((output: "", errors: ""))
  private let lines: Locked<[String]>
  private let isTerminal: Bool
  private let terminal: (any Terminal)?
  private let sound: @Sendable (AudioRequest) async throws -> AudioFeed
  let interruptions: AsyncStream<Interruption>
  let interrupt: AsyncStream<Interruption>.Continuation

  private let zone: LocalZone

  /// - Parameters:
  ///   - lines: the lines that the user types.
  ///   - zone: the time zone of this machine.
  ///   - sound: opens the audio source of a meeting.
  init(
    typing lines: [String]? = nil, terminal: (any Terminal)? = nil,
    zone: LocalZone = .known("GMT"),
    sound: @escaping @Sendable (AudioRequest) async throws -> AudioFeed = { _ in
      AudioFeed(Speech.chunks(3))
    }
  ) {
    self.zone = zone
    self.sound = sound
    self.lines = Locked(lines ?? [])
    isTerminal = lines != nil
    self.terminal = terminal
    (interruptions, interrupt) = AsyncStream.makeStream()
    // Default: no schedules.
    caller.on(ListSchedules.self) { _ in ListSchedules.Reply(schedules: [], total: 0) }
    // Default: no follow-ups.
    caller.on(ListFollowUps.self) { _ in ListFollowUps.Reply(followUps: []) }
    caller.on(GetSchedule.self) { _ in throw BusError(.notFound, "It has no schedule.") }
  }

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  func context(data: Data = Data(), directory: String = "/tmp") -> CommandContext {
    let rest = Locked(data)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return CommandContext(
      console: Console(
        isTerminal: terminal != nil, width: nil, ink: Ink(isOn: false),
        errorInk: Ink(isOn: false),
        write: { text in self.texts.withLock { $0.output += text } },
        complain: { text in self.texts.withLock { $0.errors += text } }),
      input: Input(
        isTerminal: isTerminal,
        line: { self.lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
        read: { count in
          rest.withLock { rest in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
          }
        }),
      environment: [:], directory: directory,
      date: .constant(Date(timeIntervalSince1970: 1_800_000_000)), uuid: .incrementing,
      calendar: calendar, zone: zone,
      connect: { _ in Connection(caller: self.caller, events: self.events) },
      openTerminal: { self.terminal }, interruptions: { self.interruptions },
      sound: sound)
  }

  /// Runs a command line whose words are separated by spaces.
  func run(_ line: String, data: Data = Data(), directory: String = "/tmp") async -> ExitCode {
    await run(line.split(separator: " ").map(String.init), data: data, directory: directory)
  }

  func run(
    _ tokens: [String], data: Data = Data(), directory: String = "/tmp"
  ) async -> ExitCode {
    await Program.run(tokens, in: context(data: data, directory: directory))
  }
}

/// Audio for tests.
enum Speech {
  /// Chunks of 100 ms, each filled with its own number.
  static func chunks(_ count: Int) -> AsyncStream<AudioChunk> {
    AsyncStream { continuation in
      for index in 0..<count {
        continuation.yield(
          AudioChunk(
            offset: index * 1600, samples: Array(repeating: Int16(index + 1), count: 1600)))
      }
      continuation.finish()
    }
  }
}
