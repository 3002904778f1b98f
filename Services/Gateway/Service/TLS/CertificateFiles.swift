import Connecting
import Glibc
import StandupsConfiguration
import WebServer

/// Files of the certificate for TLS and of its key.
struct CertificateFiles: Hashable, Sendable {
  static let certificateVariable = "STANDUPS_WEB_CERTIFICATE"
  static let keyVariable = "STANDUPS_WEB_CERTIFICATE_KEY"

  var certificate: String
  var key: String

  init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// Reads the settings, of which both are set or neither; nil if neither is set.
  init?(_ reader: inout EnvironmentReader) {
    let certificate = reader.directory(Self.certificateVariable)
    let key = reader.directory(Self.keyVariable)
    for (one, name, other) in [
      (certificate, Self.certificateVariable, Self.keyVariable),
      (key, Self.keyVariable, Self.certificateVariable),
    ] where one == nil && reader.value(other) != nil && reader.value(name) == nil {
      reader.refuse(name, "not set, but \(other) is; TLS needs the certificate and its key.")
    }
    guard let certificate, let key else { return nil }
    self.init(certificate: certificate, key: key)
  }

  /// Reads and checks both files.
  ///
  /// - Throws: `ConfigurationError`, which names the file and the reason.
  func read() throws -> TLSCertificate {
    let certificateBytes = try Self.bytes(
      of: certificate, Self.certificateVariable, isSecret: false)
    let keyBytes = try Self.bytes(of: key, Self.keyVariable, isSecret: true)
    do {
      return try TLSCertificate(certificate: certificateBytes, key: keyBytes)
    } catch {
      throw ConfigurationError(
        Self.certificateVariable, "Could not use \(certificate) with the key \(key): \(error).")
    }
  }

  private static func bytes(of path: String, _ variable: String, isSecret: Bool) throws -> [UInt8] {
    do {
      return try KeyFile.bytes(of: path, isSecret: isSecret)
    } catch {
      throw ConfigurationError(variable, error.description)
    }
  }
}

/// State of a file that changes when it is replaced or rewritten; nil values if it is missing.
private struct FileVersion: Hashable {
  var inode: UInt?
  var seconds: Int?
  var nanoseconds: Int?
  var size: Int?

  init(_ path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return }
    inode = information.st_ino
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
    size = information.st_size
  }
}

/// The certificate in use, and the state of its files when they were last read.
struct CertificateWatch {
  let files: CertificateFiles
  private(set) var current: TLSCertificate
  /// Reason why the files cannot be used, while an older certificate stays in use; nil if they are
  /// in use.
  private(set) var problem: String?
  private var versions: [FileVersion]

  /// - Throws: `ConfigurationError` if the files cannot be used.
  init(_ files: CertificateFiles) throws {
    self.files = files
    versions = Self.versions(of: files)
    current = try files.read()
  }

  /// Rereads the files if they have changed. Files that cannot be used leave the current certificate
  /// in use, and are read again when they change again.
  ///
  /// - Returns: true if the certificate has changed.
  mutating func renew() -> Bool {
    let versions = Self.versions(of: files)
    guard versions != self.versions else { return false }
    self.versions = versions
    do {
      current = try files.read()
      problem = nil
      return true
    } catch {
      problem = "The renewed certificate cannot be used, so the old one is still in use. \(error)"
      return false
    }
  }

  private static func versions(of files: CertificateFiles) -> [FileVersion] {
    [FileVersion(files.certificate), FileVersion(files.key)]
  }
}

extension Gateway {
  /// Reason why a renewed certificate is not in use; nil without one.
  var certificateProblem: String? { certificate?.problem }

  /// Rereads the certificate if its files have changed. Open connections keep the old one.
  func renewCertificate() {
    let known = certificate?.problem
    if certificate?.renew() == true, let renewed = certificate?.current {
      server?.use(renewed)
      log.info("Using the renewed certificate.")
    } else if let problem = certificate?.problem, problem != known {
      log.warning(problem)
    }
  }
}
