import Bus
import CommandLineKit
import StandupsConfiguration
import Foundation
import HTTPServer
import StandupsLogging
import TestSupport
import Testing

@testable import StandupsLifecycle

@Suite struct ServiceRunnerTests {
  struct Result {
    var code: ExitCode
    var output: String
    var errors: [String]
  }

  struct Ending: RunnableService {
    func run() async throws {}
    func beginGracefulShutdown() async {}
  }

  struct OwnSettings: ProgramSettings {
    static let variables = [
      EnvironmentVariable("STANDUPS_OWN_LIMIT", form: "1 to 9", fallback: "5", "how many")
    ]
    init(_ reader: inout EnvironmentReader) {
      _ = reader.integer("STANDUPS_OWN_LIMIT", in: 1...9, or: 5)
    }
  }

  func start(
    _ arguments: [String], environment: [String: String] = [:], minFiles: Int = 1,
    make: @escaping @Sendable (ServiceContext) async throws -> any RunnableService = { _ in Ending()
    }
  ) async -> Result {
    let errors = Recorder<String>()
    var output = ""
    let code = await ServiceRunner.start(
      "timer", summary: "countdowns", options: [ServiceOption("--check", "checks")],
      minFiles: minFiles, arguments: arguments, environment: environment,
      signals: AsyncStream { _ in },
      output: { output += $0 }, errors: LogSink(errors.record),
      settings: OwnSettings.self,
      make: { context, _ in try await make(context) })
    return Result(code: code, output: output, errors: errors.values)
  }

  @Test func helpNamesEveryOptionAndVariable() async {
    let result = await start(["--help"])
    #expect(result.code == .ok)
    let variables = EnvironmentVariable.common + OwnSettings.variables
    #expect(!ServiceArguments.common.isEmpty && !variables.isEmpty)
    for name in ServiceArguments.common.map(\.name) + variables.map(\.name) {
      #expect(result.output.contains(name))
    }
    #expect(result.output.contains("--check"))
    #expect(result.errors.isEmpty)
  }

  @Test func withTooFewFilesNothingIsStarted() async {
    let started = Recorder<Void>()
    let result = await start([], environment: ["HOME": "/"], minFiles: .max) { _ in
      started.record(())
      return Ending()
    }
    #expect(result.code == .configuration)
    #expect(started.values.isEmpty)
    #expect(result.errors.count == 1)
    #expect(result.errors.first?.contains("files may be open, but") == true)
  }

  @Test func version() async {
    #expect(await start(["--version"]).output == "timer-service \(Version.current)\n")
  }

  @Test func anUnknownOptionIsAUsageError() async {
    let result = await start(["--print-chnages"])
    #expect(result.code == .usage)
    #expect(
      result.errors == [
        "timer-service: Unknown option “--print-chnages”. Did you mean “--print-changes”?"
          + " See “timer-service --help”.\n"
      ])
  }

  @Test func aWrongVariableIsAConfigurationError() async {
    let result = await start(
      [], environment: ["STANDUPS_DATA": "x", "STANDUPS_LOG_LEVEL": "y"])
    #expect(result.code == .configuration)
    #expect(result.errors.count == 2)
    #expect(
      result.errors[0]
        == "timer-service: STANDUPS_DATA: invalid value “x”; expected an absolute path.\n")
  }

  @Test func theContextHasWhatWasGiven() async {
    let contexts = Recorder<ServiceContext>()
    let result = await start(["--check", "--print-changes"]) { context in
      contexts.record(context)
      return Ending()
    }
    #expect(result.code == .ok)
    #expect(contexts.values[0].name == "timer")
    #expect(contexts.values[0].changePrinter != nil)
    #expect(contexts.values[0].options.contains("--check"))
    #expect(result.errors.count == 2)
  }

  @Test func aPortThatIsTakenEndsTheStartWithItsReason() async throws {
    let server = try HTTPServer(host: "127.0.0.1", port: 0) { _ in HTTPResponse("") }
    let result = await start([], environment: ["STANDUPS_HTTP": "\(server.port)"])
    await server.stop()
    #expect(result.code == .unavailable)
    #expect(result.errors.last?.contains("127.0.0.1:\(server.port) is already in use") == true)
    #expect(result.errors.last?.contains("STANDUPS_HTTP") == true)
  }

  @Test func aServiceThatCannotBeMadeIsAFailureWithItsReason() async {
    let result = await start([]) { _ in throw BusError(.unavailable, "The port is in use.") }
    #expect(result.code == .unavailable)
    #expect(result.errors.contains { $0.contains("The port is in use.") })
  }
}
