import Foundation
import WebClient

/// Requests and the failures that all of them have in common.
extension OpenIDClient {
  /// Sends a request.
  ///
  /// - Parameter place: what answers, as in “the token endpoint”.
  /// - Returns: a complete answer with a status below 500 that is not a redirect.
  func answer(_ request: HTTPRequest, from place: String) async throws(OpenIDError) -> HTTPResponse
  {
    let response: HTTPResponse
    switch await send(request) {
    case .success(let answer): response = answer
    case .failure(let failure): throw provider.unavailable(failure.message)
    }
    switch response.status {
    case 500..., 429, 408:
      throw provider.unavailable("Its \(place) answered with status \(response.status).")
    case 300..<400:
      throw provider.invalid(
        "its \(place) answered with a redirect (status \(response.status)), which Standups does not follow"
      )
    default: break
    }
    guard !response.isCut, response.body.count <= Answer.maxBytes else {
      throw provider.invalid("the answer of its \(place) is longer than \(Answer.maxBytes) bytes")
    }
    return response
  }

  /// Reads a document, which only status 200 has.
  func document(_ url: String, from place: String) async throws(OpenIDError) -> Data {
    let response = try await answer(HTTPRequest(url: url), from: place)
    guard response.status == 200 else {
      throw provider.invalid("its \(place) answered with status \(response.status)")
    }
    return response.body
  }

  /// Runs a check, and reports a violation of the protocol as an error for the person.
  func checked<Value>(
    _ check: () throws(ProtocolViolation) -> Value
  ) throws(OpenIDError) -> Value {
    do throws(ProtocolViolation) {
      return try check()
    } catch {
      throw provider.invalid(error.cause)
    }
  }
}
