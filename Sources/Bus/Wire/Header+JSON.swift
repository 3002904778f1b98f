import FastJSON
import Foundation

extension Header {
  /// Writes the header as JSON. The code is written by hand for speed, because every message needs
  /// it.
  func write(to writer: inout JSONWriter) {
    func add(_ name: StaticString, _ value: UUID?, to writer: inout JSONWriter) {
      guard let value else { return }
      writer.member(name)
      withUnsafeBytes(of: value.uuid) { writer.uuid($0) }
    }
    writer.open()
    writer.member(#""by":"#, by)
    writer.member(#""teams":"#, teams)
    add(#""id":"#, id, to: &writer)
    add(#""corr":"#, corr, to: &writer)
    add(#""cause":"#, cause, to: &writer)
    writer.member(#""deadline":"#, deadline)
    writer.member(#""idem":"#, idem)
    writer.member(#""attempt":"#, attempt.map { Int64($0) })
    writer.member(#""traceparent":"#, traceparent?.text)
    writer.member(#""key":"#, key)
    writer.member(#""term":"#, term)
    writer.member(#""via":"#, via)
    writer.member(#""for":"#, `for`)
    writer.close()
  }

  /// The header as JSON.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Parses a header.
  ///
  /// - Throws: `BusError` with code `invalid`.
  init(parsing bytes: UnsafeRawBufferPointer) throws(BusError) {
    if let scan = HeaderScan(bytes) {
      self.init(scan)
      return
    }
    // Foundation reads unusual headers, and also provides the error messages.
    do {
      self = try BusJSON.decode(Header.self, from: Data(bytes), whole: "header")
    } catch let error as BusError {
      throw BusError(.invalid, "Invalid header: \(error.message)")
    } catch {
      throw BusError(.invalid, "Invalid header; expected a JSON object.")
    }
  }
}
