import Bus
import FastJSON
import Foundation

/// A file of requests, one JSON object a line.
enum RequestFile {
  private struct Line: Decodable {
    var target: String
    var body: RawJSON
    var `for`: String?
    var isIdempotent: Bool?
  }

  /// Reads the requests; empty lines are skipped.
  ///
  /// - Throws: `LoadFailure` if the file cannot be read, or contains an invalid line or no request.
  static func read(_ path: String) throws -> [RequestRun.Request] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LoadFailure(.noInput, code: "file", "\(path) cannot be read; check that it exists.")
    }
    var requests: [RequestRun.Request] = []
    for (index, text) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated() where !text.isEmpty
    {
      guard let request = request(Data(text)) else {
        throw LoadFailure.usage(
          "Invalid line \(index + 1) of \(path); expected a JSON object with the name of a command in"
            + " “target”, an object in “body”, and optionally “isIdempotent” and a UUID in “for”.")
      }
      requests.append(request)
    }
    guard !requests.isEmpty else { throw LoadFailure.usage("\(path) contains no request.") }
    return requests
  }

  private static func request(_ text: Data) -> RequestRun.Request? {
    guard let line = try? BusJSON.decode(Line.self, from: text), line.body.isObject,
      !line.target.isEmpty, line.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      line.for.map({ UUID(uuidString: $0) != nil }) ?? true
    else { return nil }
    return RequestRun.Request(
      target: line.target, body: line.body.text, person: line.for,
      isIdempotent: line.isIdempotent ?? false)
  }
}
