import Bus
import Connecting
import Foundation
import Glibc
import ZeroMQ

extension KeyStore {
  /// A key that `init` found or created.
  struct Place: Codable, Hashable {
    enum State: String, Codable { case made, kept, unknown }

    var name: String
    var state: State
    var fingerprint: String
    var file: String
  }

  /// Creates the missing keys of the router and of each usual owner.
  func complete() throws -> [Place] {
    try makeFolder(root)
    try makeFolder(directory.path)
    var places = [try completeRouter()]
    let entries = try directory.entries().entries
    let router = try routerKeys().publicKey
    for (name, roles) in Self.usual {
      let file = secretFile(name)
      guard exists(file) else {
        let entry = try make(name, roles, file: { free(name, $0) })
        places.append(
          Place(name: name, state: .made, fingerprint: entry.key.fingerprint, file: file))
        continue
      }
      let key = try KeyFile.readPair(file).publicKey
      try giveRouterKey(router, to: name)
      // A revoked key is not restored, because its file may have been removed manually.
      places.append(
        Place(
          name: name, state: entries.contains { $0.key == key } ? .kept : .unknown,
          fingerprint: key.fingerprint, file: file))
    }
    return places
  }

  private func completeRouter() throws -> Place {
    let metadata = [KeyDirectory.nameField: "router", KeyDirectory.roleField: "router"]
    let isKept = exists(directory.secretFile)
    if !isKept {
      guard !exists(directory.publicFile) else {
        throw Failure(
          .data, code: "no_secret",
          "\(directory.publicFile) exists without its secret, \(directory.secretFile). Put the secret"
            + " back, or remove \(directory.publicFile) to create a new key, which every client then"
            + " needs.")
      }
      try KeyFile.write(
        CurveCertificate(try .generate(), metadata: metadata), to: directory.secretFile)
    }
    let key = try directory.routerKeys().publicKey
    if !exists(directory.publicFile) {
      try KeyFile.write(
        CurveCertificate(publicKey: key, metadata: metadata), to: directory.publicFile)
    } else if try KeyFile.read(directory.publicFile).publicKey != key {
      throw Failure(
        .data, code: "other_router",
        "\(directory.publicFile) does not match \(directory.secretFile). Remove the public file and"
          + " run this command again.")
    }
    return Place(
      name: KeyDirectory.router, state: isKept ? .kept : .made, fingerprint: key.fingerprint,
      file: directory.secretFile)
  }

  /// Unused file name for a key: the owner's name or, if that is in use, the owner's name with the
  /// fingerprint.
  func free(_ name: String, _ key: CurvePublicKey) -> String {
    let plain = name + KeyFile.publicSuffix
    return exists("\(directory.path)/\(plain)")
      ? "\(name)-\(key.fingerprint)\(KeyFile.publicSuffix)" : plain
  }

  /// Creates an additional key for an owner. Existing keys remain valid.
  func rotate(_ name: String, _ entries: [KeyDirectory.Entry]) throws -> KeyDirectory.Entry {
    guard name != KeyDirectory.router else {
      throw Failure(
        .usage, code: "usage",
        "The router's key cannot be rotated, because every client knows it. To replace it, remove"
          + " router.key from every directory and the router's two key files, run “standups keys init”,"
          + " hand out the new router.key, and restart everything."
      )
    }
    guard let last = entries.last(where: { $0.name == name }) else {
      throw Failure.notFound("Key", "“\(name)”", list: "standups keys list")
    }
    return try make(name, last.roles, file: { free(name, $0) }, replaces: true)
  }

  /// The keys of an owner, or the key with a fingerprint.
  func find(_ which: String, _ entries: [KeyDirectory.Entry]) throws -> [KeyDirectory.Entry] {
    let named = entries.filter { $0.name == which }
    if !named.isEmpty { return named }
    let alike =
      which.count >= 4 ? entries.filter { $0.key.fingerprint.hasPrefix(which.lowercased()) } : []
    guard alike.count <= 1 else {
      throw Failure(
        .data, code: "ambiguous",
        "“\(which)” is ambiguous: several fingerprints start with it. Specify more of it.")
    }
    guard !alike.isEmpty else {
      throw Failure.notFound("Key", "“\(which)”", list: "standups keys list")
    }
    return alike
  }

  /// Removes keys from the router, and their secrets from the owners' directories.
  func revoke(_ entries: [KeyDirectory.Entry]) throws {
    for entry in entries {
      let path = "\(directory.path)/\(entry.file)"
      guard unlink(path) == 0 || errno == ENOENT else {
        throw Failure(.io, code: "file", "Cannot remove \(path): \(Failure.reason()).")
      }
      let secret = secretFile(entry.name)
      if let pair = try? KeyFile.readPair(secret), pair.publicKey == entry.key { unlink(secret) }
    }
  }
}
