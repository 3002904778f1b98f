public import FastJSON

extension WriterTerm: FastCodable {
  /// Writes `id` and `owner`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.member(#""owner":"#, owner)
    writer.close()
  }

  /// Reads a term.
  ///
  /// - Returns: nil without `id` or `owner`, or if anything is unusual; `JSONDecoder` then has the
  ///   last word.
  public static func read(from reader: inout JSONReader) -> WriterTerm? {
    var (id, owner): (String?, String?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id": reader.string(into: &id)
      case "owner": reader.string(into: &owner)
      default: reader.skip()
      }
    }
    guard isRead != nil, let id, let owner else { return nil }
    return WriterTerm(owner: owner, id: id)
  }
}
