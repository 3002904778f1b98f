import Foundation
import Testing

/// The executables of the house, in the order in which they are started.
enum Program: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case router, persistence, standups, timer, transcription, webhooks, focus, schedule, gateway
  case bridge, cells

  /// The file that the build made, beside the one that runs these tests.
  var path: String { Self.directory.appendingPathComponent("\(rawValue)-service").path }
  var testDescription: String { rawValue }

  /// The command line.
  static var commandLine: String { directory.appendingPathComponent("standups").path }

  static let directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
