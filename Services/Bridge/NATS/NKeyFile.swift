import Foundation

/// A file with an NKey: the public key of the user and its seed, a line each, in any order.
enum NKeyFile {
  /// The most bytes that are read.
  private static let most = 64 << 10

  /// The line that begins with U, as the public key of a user does; nil if there is none.
  static func publicKey(of path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: most)
    else { return nil }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
      .first { $0.hasPrefix("U") && $0.utf8.count == 56 }
  }
}
