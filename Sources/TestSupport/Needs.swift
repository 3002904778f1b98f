import Foundation
public import Testing
import ZeroMQ

/// A trait of tests that need a program or a library outside the package: without it, they fail.
///
/// They are not skipped, because a suite with skipped tests passes although it has checked nothing.
public struct Needs: SuiteTrait, TestTrait {
  /// A tool that a test needs.
  public enum Tool: Sendable {
    /// A libzmq with CURVE encryption.
    case curve
    case natsServer
    case postgreSQL
    /// Prometheus' checker for metrics and rules.
    case promtool
    /// A program of the system, by name.
    case program(String)

    fileprivate var name: String {
      switch self {
      case .curve: "libzmq with CURVE"
      case .natsServer: "nats-server"
      case .postgreSQL: "PostgreSQL"
      case .promtool: "promtool"
      case .program(let name): name
      }
    }

    fileprivate var isInstalled: Bool {
      switch self {
      case .curve: Curve.isAvailable
      case .natsServer: NATSServer.program != nil
      case .postgreSQL: PostgreSQLServer.programs != nil
      case .promtool: Promtool.path != nil
      case .program(let name):
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
          FileManager.default.isExecutableFile(atPath: $0 + name)
        }
      }
    }
  }

  /// Thrown if a tool is not installed.
  public struct Missing: Error, CustomStringConvertible {
    public var description: String
  }

  fileprivate let tool: Tool
  /// True: the trait applies to each test of a suite.
  public let isRecursive = true

  /// Fails the test if the tool is not installed.
  public func prepare(for test: Test) async throws { try Self.require(tool) }

  /// Checks within a test that a tool is installed.
  ///
  /// - Throws: `Missing`, if it is not installed.
  public static func require(_ tool: Tool) throws {
    guard !tool.isInstalled else { return }
    throw Missing(description: "\(tool.name) is not installed; install it with scripts/setup.")
  }
}

extension Trait where Self == Needs {
  /// Fails the test if the tool is not installed.
  public static func needs(_ tool: Needs.Tool) -> Self { Needs(tool: tool) }
}
