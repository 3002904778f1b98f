import Foundation

/// Self-signed certificates, and connections with TLS, both by the program openssl.
public struct TLSClient: Sendable {
  /// Reason why openssl failed.
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  /// Directory of the certificate and its key, only for this user.
  public let folder: String
  /// Path of the certificate, for `localhost` and `127.0.0.1`, which the client trusts.
  public var certificate: String { "\(folder)/certificate.pem" }
  /// Path of its key.
  public var key: String { "\(folder)/key.pem" }

  /// Creates a certificate in a new directory.
  public init() throws {
    folder =
      FileManager.default.temporaryDirectory.path + "/tls-"
      + UUID().uuidString.prefix(13).lowercased()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try renew()
  }

  /// Replaces the certificate and its key by new ones.
  public func renew() throws {
    let (status, _, said) = try Self.run(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout", "\(key).new", "-out", "\(certificate).new",
      ], input: [])
    guard status == 0 else { throw Failure(description: said) }
    for path in [certificate, key] {
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try FileManager.default.moveItem(atPath: "\(path).new", toPath: path)
    }
  }

  /// Removes the directory.
  public func remove() throws { try FileManager.default.removeItem(atPath: folder) }

  /// Contents of the certificate and of its key.
  public func bytes() throws -> (certificate: [UInt8], key: [UInt8]) {
    let files = [certificate, key].map { URL(fileURLWithPath: $0) }
    return ([UInt8](try Data(contentsOf: files[0])), [UInt8](try Data(contentsOf: files[1])))
  }

  /// Sends bytes over a connection with TLS, and reads until the server ends it. Blocks; call it in
  /// `blocking`.
  ///
  /// - Parameter options: additional options of `openssl s_client`.
  /// - Throws: `Failure` if the handshake fails, also because the certificate is another one.
  public func exchange(
    _ bytes: [UInt8], port: UInt16, options: [String] = []
  ) throws -> [UInt8] {
    let (status, output, said) = try Self.run(
      [
        "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-CAfile", certificate,
        "-verify_return_error", "-verify_ip", "127.0.0.1",
      ] + options, input: bytes)
    guard status == 0 else { throw Failure(description: said) }
    return output
  }

  private static func run(
    _ arguments: [String], input: [UInt8]
  ) throws -> (status: Int32, output: [UInt8], said: String) {
    let (process, outputs, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["60", "openssl"] + arguments
    // A file, because a pipe would have to be written while the output is read.
    let inputs = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tls-input-\(UUID().uuidString)")
    try Data(input).write(to: inputs)
    let file = try FileHandle(forReadingFrom: inputs)
    try FileManager.default.removeItem(at: inputs)
    process.standardInput = file
    process.standardOutput = outputs
    process.standardError = errors
    try process.run()
    let output = [UInt8](outputs.fileHandleForReading.readDataToEndOfFile())
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output, String(decoding: said, as: UTF8.self))
  }
}
