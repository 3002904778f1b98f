import Foundation
import Testing
import WebClient

@testable import OTLP

@Suite struct ExportAnswerTests {
  private func answer(
    _ status: Int, _ body: String = "", retryAfter: Int? = nil
  ) -> ExportAnswer {
    ExportAnswer(
      .success(HTTPResponse(status: status, retryAfter: retryAfter, body: Data(body.utf8))),
      spans: 10)
  }

  @Test(arguments: [429, 502, 503, 504])
  func theseAreTriedAgain(status: Int) {
    let reason = "The collector responded with status \(status)."
    #expect(answer(status) == .again(afterSeconds: nil, reason: reason))
    #expect(answer(status, retryAfter: 7) == .again(afterSeconds: 7, reason: reason))
  }

  @Test(arguments: [301, 400, 401, 404, 413, 415, 500, 501])
  func theseAreNot(status: Int) {
    #expect(answer(status) == .refused(reason: "The collector responded with status \(status)."))
  }

  @Test func whatIsNotAnsweredIsTriedAgain() {
    let failure = HTTPFailure(code: .connection, message: "The connection failed.")
    #expect(
      ExportAnswer(.failure(failure), spans: 1)
        == .again(afterSeconds: nil, reason: "The connection failed."))
  }

  @Test(
    arguments: [
      ("", 0, nil), ("{}", 0, nil), ("no JSON", 0, nil), (#"{"partialSuccess":{}}"#, 0, nil),
      (#"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}"#, 3, "too old"),
      (#"{"partialSuccess":{"rejectedSpans":3}}"#, 3, nil),
      (#"{"partialSuccess":{"errorMessage":"beware"}}"#, 0, "beware"),
      (#"{"partialSuccess":{"rejectedSpans":"99999999999999999999"}}"#, 0, nil),
      (#"{"partialSuccess":{"rejectedSpans":11,"errorMessage":""}}"#, 10, nil),
      (#"{"partialSuccess":{"rejectedSpans":-1}}"#, 0, nil),
    ] as [(String, Int, String?)])
  func aPartialSuccessIsRead(body: String, rejected: Int, message: String?) {
    #expect(answer(200, body) == .taken(rejected: rejected, message: message))
  }

  @Test func patienceGrowsAndEnds() {
    var patience = ExportPatience()
    var waits: [Duration] = []
    while let wait = patience.next(atLeast: nil, random: 1) { waits.append(wait) }
    #expect(waits == [1, 2, 4, 8, 16, 30].map { .seconds($0) })
    var asked = ExportPatience()
    #expect(asked.next(atLeast: 60, random: 0) == .seconds(60))
    #expect(asked.next(atLeast: 31, random: 0) == nil)
    var half = ExportPatience()
    #expect(half.next(atLeast: nil, random: 0) == .milliseconds(500))
  }
}
