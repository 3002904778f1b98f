public import FastJSON

extension WriterTerm: FastCodable {
  /// Writes `id` and `owner`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""id":"#, id)
    writer.member(#""owner":"#, owner)
    writer.close()
  }

  /// Reads a writer epoch.
  ///
  /// - Returns: nil if `id` or `owner` is missing, or if the input is unusual, which `JSONDecoder`
  ///   then handles.
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
