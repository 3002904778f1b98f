import Foundation

/// TLS certificates for NATS servers and clients, created with openssl: two certificate
/// authorities, and the certificates that they issued.
public struct NATSCertificates: Sendable {
  /// Reason why the certificates could not be created.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String
  }

  /// Directory of the files.
  public let folder: String

  /// Creates the certificates in `folder`, an existing directory.
  ///
  /// - Throws: `Unavailable`, with openssl's message.
  public init(in folder: String) throws {
    self.folder = folder
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", Self.script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(description: "openssl: \(String(decoding: said, as: UTF8.self))")
    }
  }

  private static let script = """
    key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    vouch() { openssl req -x509 $key -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem"; }
    issue() {
      openssl req $key -subj "/CN=$1" -keyout "$1.key" -out "$1.csr"
      echo "subjectAltName=$3" > "$1.ext"
      openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days 2 -extfile "$1.ext" -out "$1.crt"
      cat "$1.crt" "$1.key" > "$1.pem"
    }
    vouch ours; vouch others
    issue server ours IP:127.0.0.1
    issue elsewhere ours DNS:elsewhere.example
    issue bridge ours DNS:bridge
    issue stranger others DNS:bridge
    """

  /// Certificate authority that issued `server`, `elsewhere` and `bridge`.
  public var authority: String { "\(folder)/ours.pem" }
  /// Certificate authority that issued none of these three.
  public var otherAuthority: String { "\(folder)/others.pem" }
  /// Certificate of a client with its key, issued by `authority`.
  public var bridge: String { "\(folder)/bridge.pem" }
  /// Certificate of a client with its key, issued by `otherAuthority`.
  public var stranger: String { "\(folder)/stranger.pem" }

  /// Returns lines for a server's configuration.
  ///
  /// - Parameters:
  ///   - name: name of the certificate: `server` for 127.0.0.1, `elsewhere` for another host.
  ///   - wantsCertificate: true to require a certificate from each client.
  public func configuration(_ name: String = "server", wantsCertificate: Bool = false) -> String {
    """
    tls {
      cert_file: "\(folder)/\(name).crt", key_file: "\(folder)/\(name).key"
      \(wantsCertificate ? "ca_file: \"\(authority)\", verify: true" : "")
    }
    """
  }
}
