import CommandLineKit
import Foundation
import Glibc
import Processes
import SpeechModels

/// A model at an https address, which curl downloads: only over https, also after redirects, and without
/// the user's settings for curl.
struct ModelDownload: ModelSource {
  /// Address of the manifest.
  let name: String
  /// Path of curl.
  let curl: String
  /// Environment of this program.
  let environment: [String: String]

  /// Maximum number of redirects of a file.
  private static let maxRedirects = 5
  /// Maximum time to connect, in seconds.
  private static let connectSeconds = 15
  /// Maximum time for a file, in seconds: one hour.
  private static let maxSeconds = 3600
  /// Time after which a transfer below 1 KB/s ends, in seconds.
  private static let stalledSeconds = 60
  /// Variables that curl receives: those of proxies and of certificates.
  private static let variables = [
    "PATH", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
  ]

  /// Creates the download of a model.
  ///
  /// - Parameters:
  ///   - address: address of the manifest, or of the directory that contains it if it ends with `/`.
  ///   - environment: environment of this program, in whose path curl is searched for.
  /// - Throws: `Failure` for an address that is not valid, or without curl.
  init(_ address: String, environment: [String: String]) throws {
    name = address.hasSuffix("/") ? address + ModelManifest.fileName : address
    guard Self.isValid(name) else {
      throw Failure.usage(
        "Invalid address \(DisplayText.safe(String(address.prefix(200)))); expected an https URL of at most"
          + " 2048 bytes, without a user, a query and a fragment, such as"
          + " https://example.org/es/model.json.")
    }
    let places = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let programs = places.map { place -> String in "\(place)/curl" }
    guard let curl = programs.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure(
        .unavailable, code: "no_curl",
        "Downloading a model needs curl, which is not installed. Install it, or download the files and name"
          + " their directory.")
    }
    self.curl = curl
    self.environment = environment.filter { Self.variables.contains($0.key) }
  }

  /// True if a text is to be read as an address rather than as a path.
  static func isAddress(_ text: String) -> Bool {
    text.range(of: "^[A-Za-z][A-Za-z0-9+.-]*://", options: .regularExpression) != nil
  }

  private static func isValid(_ address: String) -> Bool {
    guard address.utf8.count <= 2048, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      let parts = URLComponents(string: address), parts.scheme?.lowercased() == "https",
      let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
      parts.query == nil, parts.fragment == nil, parts.path.contains("/")
    else { return false }
    return true
  }

  /// Address of a file, which is next to the manifest.
  func address(of file: String) -> String {
    if file == ModelManifest.fileName { return name }
    guard let slash = name.lastIndex(of: "/") else { return name }
    return name[...slash] + file
  }

  /// The arguments of curl for a file.
  func arguments(for file: String, maxBytes: Int) -> [String] {
    [
      // First, so that curl does not read its configuration file.
      "--disable", "--silent", "--fail", "--globoff", "--proto", "=https", "--proto-redir",
      "=https",
      "--location", "--max-redirs", "\(Self.maxRedirects)",
      "--connect-timeout", "\(Self.connectSeconds)", "--max-time", "\(Self.maxSeconds)",
      "--speed-limit", "1000", "--speed-time", "\(Self.stalledSeconds)",
      "--max-filesize", "\(maxBytes)", "--url", address(of: file),
    ]
  }

  func read(_ file: String, maxBytes: Int, _ receive: (Data) throws -> Void) throws {
    let program: SpawnedProgram
    do {
      program = try SpawnedProgram(
        curl, arguments: arguments(for: file, maxBytes: maxBytes), environment: environment)
    } catch {
      throw Failure(.system, code: "system", "Cannot run curl: \(error)")
    }
    let result = Result { try receiveAll(program.output, file, maxBytes: maxBytes, receive) }
    close(program.output)
    // After an error, the rest is not needed.
    if case .failure = result { kill(program.pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(program.pid, &status, 0) < 0, errno == EINTR {}
    try result.get()
    guard status == 0 else {
      // -1 if a signal ended it.
      let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
      throw failure(of: file, code: code, maxBytes: maxBytes)
    }
  }

  /// Reads the output of curl up to a number of bytes. The limit of curl does not apply if a server does
  /// not announce the size.
  private func receiveAll(
    _ descriptor: Int32, _ file: String, maxBytes: Int, _ receive: (Data) throws -> Void
  ) throws {
    var bytes = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // Ends at the end of the file, which curl's time limits ensure.
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes += count
      guard bytes <= maxBytes else { throw tooLong(file, maxBytes: maxBytes) }
      try receive(Data(buffer[..<count]))
    }
  }

  /// Failure for an exit code of curl.
  private func failure(of file: String, code: Int32, maxBytes: Int) -> Failure {
    let reason: String
    switch code {
    case 1: reason = "a redirect leads to an address without https"
    case 5, 6: reason = "the host or the proxy is unknown"
    case 7: reason = "the server cannot be reached"
    case 22: reason = "the server does not have it"
    case 28: reason = "it takes too long"
    case 35, 51, 58, 59, 60, 77, 91: reason = "the TLS connection is not trusted"
    case 47: reason = "there are more than \(Self.maxRedirects) redirects"
    case 63: return tooLong(file, maxBytes: maxBytes)
    default: reason = "curl failed with code \(code)"
    }
    return Failure(
      .unavailable, code: "download",
      "Cannot download \(address(of: file)): \(reason). Nothing was installed.")
  }
}
