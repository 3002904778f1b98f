import CommandLineKit
import TestSupport
import Testing

@testable import PersistenceService

/// The command line of the verbs.
@Suite struct VerbTests {
  private func run(_ arguments: [String]) async -> (code: ExitCode, output: String, errors: String)
  {
    let (output, errors) = (Recorder<String>(), Recorder<String>())
    let code = await PersistenceVerbs.run(
      arguments, in: VerbContext(output: output.record, errors: errors.record))
    return (code, output.values.joined(), errors.values.joined())
  }

  @Test func onlyTheNameOfAVerbBeginsOne() {
    #expect(PersistenceVerbs.include(["measure", "--help"]))
    #expect(!PersistenceVerbs.include(["--health"]))
    #expect(!PersistenceVerbs.include([]))
  }

  @Test(arguments: PersistenceVerbs.root.verbs.map(\.name), ["--help", "-h"])
  func theHelpNamesEveryOption(verb: String, option: String) async throws {
    let help = await run([verb, option])
    #expect(help.code == .ok && help.errors.isEmpty)
    #expect(help.output.contains("Usage: persistence-service \(verb)"))
    let declared = try #require(PersistenceVerbs.root.verbs.first { $0.name == verb })
    #expect(declared.options.allSatisfy { help.output.contains($0.spelling) })
  }

  @Test(arguments: [
    ([], "PLACE is missing."),
    (["relative.db"], "Invalid path “relative.db”; expected the absolute path of a file."),
    (
      ["/a", "--batch", "0"], "--batch: invalid value “0”; expected a whole number from 1 to 1000."
    ),
    (["/a", "--seconds", "0"], "--seconds: invalid value “0”; expected a duration"),
    (["/a", "--bacth", "1"], "Unknown option “--bacth”. Did you mean “--batch”?"),
  ])
  func anInvalidArgumentIsReportedWithTheExpectedForm(
    arguments: [String], problem: String
  ) async {
    let result = await run(["measure"] + arguments)
    #expect(result.code == .usage)
    #expect(result.errors.hasPrefix("persistence-service: \(problem)"))
    #expect(result.errors.hasSuffix("See “persistence-service measure --help”.\n"))
  }

  @Test func aNewFileIsMeasured() async throws {
    let directory = try TemporaryDirectory()
    let result = await run(
      ["measure", directory.file("new.db"), "--batch=2", "--seconds", "0.001"])
    #expect(result.code == .ok, "\(result.errors)")
    #expect(result.output.hasPrefix(#"{"batch":2,"commits":"#))
  }
}
