import CommandLineKit
import Foundation

/// Where the verbs of this program write, and how they end when they fail.
struct VerbConsole {
  var output: (String) -> Void
  var errors: (String) -> Void

  /// The two that every process has.
  static var standard: VerbConsole {
    VerbConsole(
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errors: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  /// Says what is wrong.
  ///
  /// - Returns: `code`.
  func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
    errors("persistence-service: \(sentence)\n")
    return code
  }

  /// Says why a verb failed.
  ///
  /// - Parameters:
  ///   - usage: what is shown after an error in the arguments.
  ///   - path: what could not be used, in the words of the user.
  func fail(_ error: any Error, usage: String, path: String = "the database") -> ExitCode {
    if let error = error as? UsageError { return fail("\(error.message)\n\(usage)", .usage) }
    let failure = StoreError.from(error, path: path)
    return fail(failure.sentence, failure.code.isRetryable ? .temporary : .data)
  }
}
