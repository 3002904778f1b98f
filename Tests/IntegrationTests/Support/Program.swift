import Foundation
import Testing

/// The project's executables, in the order in which they are started.
enum Program: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case router, persistence, standups, timer, transcription, webhooks, focus, schedule, gateway
  case bridge, cells

  /// Path of the executable that the build made, next to the one that runs these tests.
  var path: String { Self.directory.appendingPathComponent("\(rawValue)-service").path }
  var testDescription: String { rawValue }

  /// The command line.
  static var commandLine: String { directory.appendingPathComponent("standups").path }

  static let directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
