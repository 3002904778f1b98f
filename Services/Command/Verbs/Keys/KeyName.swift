import Bus
import CommandLineKit

/// Name of a key's owner. Names of files and directories contain it.
struct KeyName: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    let isPlain = argument.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    guard isPlain, let first = argument.first, first != ".", first != "-", argument.count <= 64
    else { throw UsageError(message: "expected a name of letters, digits, “-”, “_” and “.”") }
    text = argument
  }

  static var placeholder: String { "NAME" }
}

/// The roles of a key in their command-line form.
struct KeyRoles: ArgumentValue, Hashable {
  var roles: [Role]

  init(argument: String) throws {
    do throws(InvalidRoles) {
      roles = try Role.list(argument)
    } catch {
      throw UsageError(message: error.description)
    }
  }

  static var placeholder: String { "ROLE" }
  static var completion: Completion {
    .words(
      ["operator", "observer", "loadtest"]
        + KeyStore.usual.flatMap(\.roles).compactMap {
          if case .service = $0 { $0.description } else { nil }
        })
  }
}
