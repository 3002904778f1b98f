import CNATS
import Foundation

extension NATSAddress {
  /// Connects. The files are read again each time, so corrected files take effect.
  ///
  /// - Parameters:
  ///   - name: name of the connection at the server.
  ///   - prepare: sets further options.
  /// - Returns: the connection, which the caller must close and destroy.
  /// - Throws: `NATSFailure` that says what to check.
  func connect(
    named name: String, _ prepare: (OpaquePointer?) throws(NATSFailure) -> Void = { _ in }
  ) throws(NATSFailure) -> OpaquePointer {
    try checkFiles()
    var options: OpaquePointer?
    try NATSFailure.check(natsOptions_Create(&options))
    defer { natsOptions_Destroy(options) }
    do throws(NATSFailure) {
      try NATSFailure.check(natsOptions_SetName(options, name))
      try configure(options)
    } catch {
      throw NATSFailure(error.code, "Invalid NATS settings: \(error).")
    }
    try prepare(options)
    var made: OpaquePointer?
    let status = natsConnection_Connect(&made, options)
    guard status == NATS_OK, let made else {
      var failure = NATSFailure(status)
      // A server responded, but closed the connection during the handshake.
      if status == NATS_IO_ERROR { failure.code = .other }
      throw explain(failure)
    }
    return made
  }

  private func configure(_ options: OpaquePointer?) throws(NATSFailure) {
    var servers: [UnsafePointer<CChar>?] = self.servers.map { UnsafePointer(strdup($0)) }
    defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
    try NATSFailure.check(natsOptions_SetServers(options, &servers, Int32(servers.count)))
    // libnats reconnects to any known server, including those it discovers. Changes that it cannot
    // notice, such as a corrected file, take effect with a new connection.
    try NATSFailure.check(natsOptions_SetMaxReconnect(options, -1))
    try NATSFailure.check(natsOptions_SetReconnectWait(options, 500))
    try NATSFailure.check(natsOptions_SetReconnectJitter(options, 250, 500))
    try NATSFailure.check(natsOptions_SetTimeout(options, 2000))
    try NATSFailure.check(natsOptions_SetPingInterval(options, 5000))
    if isSecure { try NATSFailure.check(natsOptions_SetSecure(options, true)) }
    if let file = authority {
      try NATSFailure.check(natsOptions_LoadCATrustedCertificates(options, file), file)
    }
    if let file = certificate {
      try NATSFailure.check(natsOptions_LoadCertificatesChain(options, file, file), file)
    }
    if let file = credentials {
      try NATSFailure.check(natsOptions_SetUserCredentialsFromFiles(options, file, nil), file)
    }
    if let file = nkey {
      guard let key = NKeyFile.publicKey(of: file) else {
        throw NATSFailure(.other, "\(file) contains no public user key (a key that starts with U).")
      }
      try NATSFailure.check(natsOptions_SetNKeyFromSeed(options, key, file), file)
    }
  }
}

/// A file with an NKey: the public key of the user and its seed, one per line in any order.
enum NKeyFile {
  /// Maximum number of bytes read.
  private static let maxBytes = 64 << 10

  /// The public key, which is a word of 56 characters that begins with U; nil if the file has none.
  static func publicKey(of path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: maxBytes)
    else { return nil }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
      .first { $0.hasPrefix("U") && $0.utf8.count == 56 }
  }
}
