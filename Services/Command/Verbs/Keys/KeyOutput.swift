import Bus
import CommandLineKit
import Connecting
import Foundation
import Glibc
import ZeroMQ

/// A key as it is printed.
struct KeyOutput: Codable {
  var name: String
  var roles: [String]
  var fingerprint: String
  /// In Z85.
  var publicKey: String
  /// The public certificate.
  var file: String
  /// The owner's secret, where it is on this machine and is this key's.
  var secretFile: String?

  static let json = "{“name”, “roles”, “fingerprint”, “publicKey”, “file”, “secretFile”}"

  init(_ entry: KeyDirectory.Entry, _ store: KeyStore) {
    name = entry.name
    roles = entry.roles.map(\.description)
    fingerprint = entry.key.fingerprint
    publicKey = entry.key.z85
    file = "\(store.directory.path)/\(entry.file)"
    let secret = store.secretFile(entry.name)
    if let pair = try? KeyFile.readPair(secret), pair.publicKey == entry.key { secretFile = secret }
  }

  init(router key: CurvePublicKey, _ store: KeyStore) {
    name = KeyDirectory.router
    roles = [KeyDirectory.router]
    fingerprint = key.fingerprint
    publicKey = key.z85
    file = store.directory.publicFile
    secretFile = store.directory.secretFile
  }

  /// For a person.
  var lines: [String] {
    var lines = [
      "Name         \(DisplayText.safe(name))",
      "Role         \(roles.joined(separator: ","))",
      "Fingerprint  \(fingerprint)",
      "Public key   \(publicKey)",
      "File         \(DisplayText.safe(file))",
    ]
    if let secretFile { lines.append("Secret       \(DisplayText.safe(secretFile))") }
    return lines
  }

  func show(_ context: CommandContext, _ lines: (KeyOutput) -> [String]) throws {
    try context.show(self) { lines(self) + self.lines }
  }
}
