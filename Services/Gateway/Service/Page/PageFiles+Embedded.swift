import CPage

extension PageFiles {
  /// The files built into the program, by name.
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
