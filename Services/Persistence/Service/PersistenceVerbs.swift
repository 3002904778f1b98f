import CommandLineKit
import Foundation
import PostgreSQL

/// The verbs of this program, which use a database while the service is stopped.
enum PersistenceVerbs {
  static let root: Verb<VerbContext> = Verb(
    "persistence-service", summary: "Stores documents and events in SQLite or PostgreSQL.",
    verbs: [MoveVerb.verb, RestoreVerb.verb, MeasureVerb.verb])

  /// Returns whether the arguments begin with a verb, and are not those of the service itself.
  static func include(_ arguments: some Collection<String>) -> Bool {
    root.verbs.contains { $0.name == arguments.first }
  }

  /// Runs one verb, and prints its output or its error.
  ///
  /// - Parameter arguments: the verb and its arguments.
  static func run(_ arguments: [String], in context: VerbContext) async -> ExitCode {
    do {
      switch try Parser(root: root, globals: []).parse(arguments) {
      case .run(let verb, let path, let values):
        do {
          try await verb.run?(values, context)
        } catch var error as UsageError {
          error.path = path
          throw error
        }
      case .help(let verb, let path):
        context.output(
          HelpPage(program: root.name, verb: verb, path: path, globals: [], width: 100).text)
      // Before a verb, this is an option of the service.
      case .version: break
      }
      return .ok
    } catch let error as UsageError {
      return context.fail(error.sentence(program: root.name), .usage)
    } catch let error as any ExitCoded {
      return context.fail("\(error)", error.exitCode)
    } catch {
      let failure = StoreError.from(error, path: "the database")
      return context.fail(failure.sentence, failure.code.isRetryable ? .temporary : .data)
    }
  }
}

/// The environment and the output of this program's verbs.
struct VerbContext: Sendable {
  /// Variables of the process. An empty one counts as unset, because Docker Compose passes unset
  /// variables as empty ones.
  var environment: [String: String] = [:]
  var output: @Sendable (String) -> Void
  var errors: @Sendable (String) -> Void

  /// The environment, standard output and standard error of this process.
  static var standard: VerbContext {
    VerbContext(
      environment: ProcessInfo.processInfo.environment,
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errors: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  fileprivate func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
    errors("\(PersistenceVerbs.root.name): \(sentence)\n")
    return code
  }
}

/// A database named on the command line.
enum DatabasePlace: Hashable, CustomStringConvertible {
  /// Absolute path of a SQLite file.
  case file(String)
  case server(PostgreSQLAddress)

  /// Description of the accepted forms, for the help.
  static let forms =
    "PLACE is the absolute path of a SQLite file or the URI of a PostgreSQL database (postgres://…)."

  /// - Throws: `UsageError`, which does not contain the password in a URI.
  init(_ text: String) throws {
    if PostgreSQLAddress.isOne(text) {
      guard let address = PostgreSQLAddress(text) else {
        throw UsageError(message: PersistenceSettings.invalidURI)
      }
      self = .server(address)
    } else {
      guard text.hasPrefix("/") else {
        throw UsageError(
          message: "Invalid path “\(text.prefix(100))”; expected the absolute path of a file.")
      }
      self = .file(text)
    }
  }

  /// The path, or the address without its password.
  var description: String {
    switch self {
    case .file(let path): path
    case .server(let address): "\(address)"
    }
  }
}
