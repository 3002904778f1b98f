import Foundation
import Glibc
import Voices

/// The file with the key that seals voice prints. Only this service reads it.
enum VoiceKeyFile {
  /// The environment variable with its path.
  static let variable = "STANDUPS_VOICES_KEY_FILE"

  /// Why the key cannot be used, as a sentence with what to do.
  struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
  }

  /// Reads the key.
  ///
  /// - Parameter path: path of the file; nil if it is not configured.
  /// - Throws: `Problem`, which does not contain the key.
  static func read(_ path: String?) throws(Problem) -> VoiceKey {
    guard let path else {
      throw Problem(
        description:
          "Voices are not recognised: \(variable) is not set. Set it to the file of the key.")
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Problem(
        description: "Voices are not recognised: the key \(path) cannot be read"
          + " (\(String(cString: strerror(errno)))). Create it, or correct \(variable).")
    }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      throw Problem(
        description: "Voices are not recognised: \(path) is not a file. Correct \(variable).")
    }
    guard information.st_mode & 0o077 == 0 else {
      throw Problem(
        description: "Voices are not recognised: others can read the key \(path)."
          + " Set its permissions with “chmod 600 \(path)”.")
    }
    // One byte more shows a file that is too long.
    var bytes = [UInt8](repeating: 0, count: VoiceKey.byteCount + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard let key = VoiceKey(bytes: Array(bytes.prefix(max(0, count)))) else {
      throw Problem(
        description: "Voices are not recognised: \(path) is not a key; expected"
          + " \(VoiceKey.byteCount) random bytes.")
    }
    return key
  }
}
