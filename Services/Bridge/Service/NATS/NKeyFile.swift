import Foundation

/// A file with an NKey: the public key of the user and its seed, one per line in any order.
enum NKeyFile {
  /// Maximum number of bytes read.
  private static let most = 64 << 10

  /// The public key, which is a word of 56 characters that begins with U; nil if the file has none.
  static func publicKey(of path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: most)
    else { return nil }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
      .first { $0.hasPrefix("U") && $0.utf8.count == 56 }
  }
}
