import CommandLineKit
import Foundation

/// Output of this program's verbs, and their exit codes on failure.
struct VerbConsole {
  var output: (String) -> Void
  var errors: (String) -> Void

  /// Standard output and standard error.
  static var standard: VerbConsole {
    VerbConsole(
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errors: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  /// Prints a problem.
  ///
  /// - Returns: `code`.
  func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
    errors("persistence-service: \(sentence)\n")
    return code
  }

  /// Prints the error of a verb.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - usage: printed after an error in the arguments.
  ///   - path: the path that could not be used, in the words of the user.
  /// - Returns: the exit code.
  func fail(_ error: any Error, usage: String, path: String = "the database") -> ExitCode {
    if let error = error as? UsageError { return fail("\(error.message)\n\(usage)", .usage) }
    let failure = StoreError.from(error, path: path)
    return fail(failure.sentence, failure.code.isRetryable ? .temporary : .data)
  }
}
