import Foundation
import ServiceCatalog
import Testing

/// The executable of a service.
struct Program: Hashable, Sendable, CaseIterable, CustomStringConvertible,
  CustomTestStringConvertible
{
  private let service: CatalogedService

  /// Creates the program of a service that the catalog lists.
  init(_ name: String) {
    guard let service = ServiceCatalog.all.first(where: { $0.name == name }) else {
      preconditionFailure("The catalog lists no service “\(name)”.")
    }
    self.init(service)
  }

  private init(_ service: CatalogedService) { self.service = service }

  /// The programs of all services, in the order in which they are started.
  static let allCases = ServiceCatalog.all.map { Program($0) }

  // Programs of other services are named in the tests of their features.
  static let router = Program(ServiceCatalog.router)
  static let persistence = Program("persistence")
  static let standups = Program("standups")
  static let timer = Program("timer")
  static let transcription = Program("transcription")

  /// Name of the service.
  var name: String { service.name }
  /// Stage of the shutdown in which the service stops.
  var stopStage: Int { service.stopStage }
  /// Path of the executable that the build made, next to the one that runs these tests.
  var path: String { Self.directory.appendingPathComponent(service.program).path }
  var description: String { name }
  var testDescription: String { name }

  /// The command line.
  static var commandLine: String { directory.appendingPathComponent("standups").path }

  static let directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
