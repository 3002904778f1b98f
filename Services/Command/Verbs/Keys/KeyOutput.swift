import Bus
import CommandLineKit
import Connecting
import Foundation
import Glibc
import ZeroMQ

/// The output for a key.
struct KeyOutput: Codable {
  var name: String
  var roles: [String]
  var fingerprint: String
  /// The public key, in Z85.
  var publicKey: String
  /// Path of the public certificate.
  var file: String
  /// Path of the owner's secret certificate, if it is on this machine and belongs to this key.
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

  /// The output as human-readable text.
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
