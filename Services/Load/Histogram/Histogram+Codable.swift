/// JSON form of a histogram: the range, and the index and count of each bucket that is not empty.
/// The exact smallest and largest values are included, so nothing is lost.
extension Histogram: Codable {
  private enum Member: String, CodingKey {
    case highest, clamped, min, max, buckets
  }

  /// Decodes the JSON form.
  ///
  /// - Throws: `DecodingError` if a bucket lies outside the range.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    self.init(highest: try container.decode(Int64.self, forKey: .highest))
    let pairs = try container.decode([[Int64]].self, forKey: .buckets)
    for pair in pairs {
      guard pair.count == 2, let index = Int(exactly: pair[0]), counts.indices.contains(index),
        pair[1] >= 0
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .buckets, in: container,
          debugDescription: "Invalid bucket; expected an index and a count.")
      }
      record(Self.range(of: index).first, times: pair[1])
    }
    clamped = try container.decode(Int64.self, forKey: .clamped)
    min = try container.decodeIfPresent(Int64.self, forKey: .min)
    max = try container.decodeIfPresent(Int64.self, forKey: .max)
  }

  /// Writes `highest`, `clamped`, `min`, `max` and, as `buckets`, pairs of index and count.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(highest, forKey: .highest)
    try container.encode(clamped, forKey: .clamped)
    try container.encodeIfPresent(min, forKey: .min)
    try container.encodeIfPresent(max, forKey: .max)
    let pairs = counts.enumerated().filter { $0.element > 0 }.map {
      [Int64($0.offset), $0.element]
    }
    try container.encode(pairs, forKey: .buckets)
  }
}
