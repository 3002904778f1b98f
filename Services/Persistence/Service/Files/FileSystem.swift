import Glibc

/// File operations that the store needs in addition to those of SQLite. Their errors contain the
/// `errno`.
enum FileSystem {
  /// True if a file, or its nearest existing directory, is on a file system that is mounted
  /// read-only.
  static func isReadOnly(_ path: String) -> Bool {
    var system = statvfs()
    var path = path
    while statvfs(path, &system) != 0 {
      guard errno == ENOENT, path != "/", path != "." else { return false }
      path = directory(of: path)
    }
    return system.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Kind of entry at a path.
  enum Entry: Sendable, Equatable {
    case nothing
    case file(size: Int64)
    case directory
    case other
  }

  /// The entry at `path`, following symbolic links.
  static func entry(at path: String) throws -> Entry {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return .nothing }
      throw SystemError.current("inspect a file")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(size: Int64(status.st_size))
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// True if there is a symbolic link at `path`.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Size of a file in bytes; 0 if it does not exist.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// True if both paths refer to the same file.
  static func areSame(_ first: String, _ second: String) -> Bool {
    var one = stat()
    var other = stat()
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Directory of a path; `.` if it contains none.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Last component of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Creates a directory and its parents, accessible to this user only.
  static func makeDirectory(_ path: String) throws {
    switch try entry(at: path) {
    case .directory: return
    case .file, .other: throw SystemError(code: ENOTDIR, operation: "create a directory")
    case .nothing: break
    }
    let parent = directory(of: path)
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError.current("create a directory")
    }
    try synchronize(parent)
  }

  /// Creates an empty file, accessible to this user only. SQLite gives its log files the same
  /// permissions.
  static func makeFile(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("create a file") }
    close(file)
  }

  /// Synchronizes the content of a file, or the names in a directory, to disk, so that they survive
  /// a power failure.
  static func synchronize(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError.current("open a file to flush it") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw SystemError.current("flush a file") }
  }

  /// Renames a file, and replaces an existing one at `target`.
  static func move(_ path: String, to target: String) throws {
    guard rename(path, target) == 0 else { throw SystemError.current("rename a file") }
  }

  /// Gives a file a second name.
  ///
  /// - Returns: `false` if the name is already in use.
  static func link(_ path: String, as name: String) throws -> Bool {
    if Glibc.link(path, name) == 0 { return true }
    if errno == EEXIST { return false }
    throw SystemError.current("find an unused file name")
  }

  /// Returns an unused name: `name` itself, or `name` with a number appended. It is unused with
  /// each of the suffixes as well.
  static func freeName(_ name: String, with suffixes: [String]) throws -> String {
    var candidate = name
    var number = 2
    while try ([""] + suffixes).contains(where: { try entry(at: candidate + $0) != .nothing }) {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError.current("remove a file") }
  }

  /// The first bytes of a file, at most `count`.
  static func head(of path: String, count: Int) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError.current("read a file") }
    defer { close(file) }
    var filled = 0
    var bytes = [UInt8](repeating: 0, count: count)
    while filled < count {
      let part = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
      }
      if part < 0 && errno == EINTR { continue }
      guard part >= 0 else { throw SystemError.current("read a file") }
      if part == 0 { break }
      filled += part
    }
    return Array(bytes[..<filled])
  }

  /// Copies a file durably to an unused name.
  static func copy(_ path: String, to target: String) throws {
    let from = open(path, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else { throw SystemError.current("read a file") }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard to >= 0 else { throw SystemError.current("create a file") }
    defer { close(to) }
    do {
      while true {
        let count = sendfile(to, from, nil, 1 << 24)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw SystemError.current("copy a file") }
        if count == 0 { break }
      }
      guard fsync(to) == 0 else { throw SystemError.current("flush a file") }
    } catch {
      unlink(target)
      throw error
    }
  }

  /// Name of a file until it is completely written.
  static func draft(of path: String) -> String { path + ".draft" }

  /// Writes a file atomically and durably, through a temporary name.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let draft = draft(of: path)
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("write a file") }
    do {
      defer { close(file) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw SystemError.current("write a file") }
        rest = rest.dropFirst(count)
      }
      guard fsync(file) == 0 else { throw SystemError.current("flush a file") }
    } catch {
      unlink(draft)
      throw error
    }
    try move(draft, to: path)
    try synchronize(directory(of: path))
  }
}

/// Error reported by the operating system.
struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The `errno`.
  var code: Int32
  /// The failed operation, in a few words.
  var operation: String

  init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// An error with the current `errno`.
  static func current(_ operation: String) -> SystemError {
    SystemError(code: errno, operation: operation)
  }

  var description: String {
    "could not \(operation): \(String(cString: strerror(code))) (errno \(code))"
  }
}
