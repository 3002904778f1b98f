/// An object whose members are all known, so that a misspelled one is an error.
protocol KnownMembers: Decodable {
  associatedtype CodingKeys: CodingKey & CaseIterable
}

/// Decodes a value, and rejects members that are not known.
struct Strict<Value: KnownMembers>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let unknown = members.first(where: { Value.CodingKeys(stringValue: $0) == nil }) {
      let expected = Value.CodingKeys.allCases.map(\.stringValue).joined(separator: ", ")
      throw SignInFile.Problem(
        "Unknown member “\(unknown.prefix(64))”; expected one of \(expected).")
    }
    value = try Value(from: decoder)
  }
}

/// A key with any name.
private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
