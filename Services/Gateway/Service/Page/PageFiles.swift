import CCrypto
import CPage
import Foundation

/// The page's files as they are served: the shell, and all other files under a path with one common
/// hash, so that a browser never mixes files of two versions.
struct PageFiles: Sendable {
  struct File: Sendable {
    var bytes: [UInt8]
    /// The compressed bytes; nil if they are not smaller.
    var gzip: [UInt8]?
    var type: String
  }

  /// Hash of all files.
  let hash: String
  private let shell: String
  private let files: [String: File]

  static let shellName = "Gateway/Page/index.html"

  /// Prepares the files for serving.
  ///
  /// - Parameter contents: files by their path in the directory `Services`, including the shell.
  init(_ contents: [String: [UInt8]]) {
    let hash = Self.hash(contents)
    self.hash = hash
    shell = String(decoding: contents[Self.shellName] ?? [], as: UTF8.self)
      .replacing("{assets}", with: "/assets/\(hash)")
    files = contents.filter { $0.key != Self.shellName }.reduce(into: [:]) { files, entry in
      let bytes =
        entry.key.hasSuffix(".js") || entry.key.hasSuffix(".css")
        ? CommentRemoval.apply(to: entry.value) : entry.value
      let gzip = Gzip.compressed(bytes)
      files[entry.key] = File(
        bytes: bytes, gzip: gzip.flatMap { $0.count < bytes.count ? $0 : nil },
        type: Self.type(of: entry.key))
    }
  }

  /// Reads the files of a checkout, for the development of the page. Links are not followed.
  ///
  /// - Parameter directory: path of the directory `Services`.
  /// - Throws: errors of reading the files.
  init(directory: String) throws {
    var contents: [String: [UInt8]] = [:]
    let root = URL(fileURLWithPath: directory, isDirectory: true)
    for path in try FileManager.default.subpathsOfDirectory(atPath: directory)
    where Self.isServed(path) {
      let file = root.appendingPathComponent(path)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      contents[path] = Array(try Data(contentsOf: file))
    }
    self.init(contents)
  }

  subscript(path: String) -> File? { files[path] }

  /// The shell, as HTML.
  ///
  /// - Parameter problem: problem of the address; nil for a valid one.
  func shell(problem: String?) -> [UInt8] {
    guard let problem else { return Array(shell.utf8) }
    let meta = #"<head><meta name="standups-problem" content="\#(Self.escaped(problem))">"#
    guard let head = shell.firstRange(of: "<head>") else { return Array(shell.utf8) }
    return Array(shell.replacingCharacters(in: head, with: meta).utf8)
  }

  /// Escapes by scalar: Swift sees a quote and a following combining accent as one character, but a
  /// browser sees the quote.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    "png": "image/png", "ico": "image/x-icon", "wav": "audio/wav", "mp3": "audio/mpeg",
    "ogg": "audio/ogg", "woff2": "font/woff2", "webmanifest": "application/manifest+json",
  ]

  /// True if a browser may load a file, that is, if the file is in the directory `Page` of a
  /// feature and has a known type.
  ///
  /// - Parameter path: its path in the directory `Services`.
  static func isServed(_ path: String) -> Bool {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    return steps.count == 3 && steps[1] == "Page" && !steps.contains { $0.hasPrefix(".") }
      && types[(path as NSString).pathExtension] != nil
  }

  private static func type(of path: String) -> String {
    types[(path as NSString).pathExtension] ?? "application/octet-stream"
  }

  private static func hash(_ contents: [String: [UInt8]]) -> String {
    var all: [UInt8] = []
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      all += Array("\(path) \(bytes.count)\n".utf8) + bytes
    }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(all, all.count, &digest)
    return digest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension PageFiles {
  /// The files built into the program, by their path in the directory `Services`.
  static let embedded: [String: [UInt8]] = {
    var count = 0
    let files = UnsafeBufferPointer(start: cpage_files(&count), count: count)
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        return (String(cString: file.name), Array(bytes))
      })
  }()
}
