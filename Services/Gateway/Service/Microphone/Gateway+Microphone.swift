import Bus
import Foundation
import GatewayAPI
import TranscriptionAPI
import ZeroMQ

/// Audio from a browser's microphone, forwarded to the recognition of a meeting.
extension Gateway {
  /// Microphone message to a browser.
  private struct News: Encodable {
    var meeting: String
    var open: Bool?
    var settled: Int64?
    var offset: Int64?
    var creditSamples: Int?
    var stream: String?
    var taken: String?
    var error: BusError?
  }

  private func tell(_ client: StreamClient, _ news: News) {
    do {
      client.socket.send(try ServerMessage.frame("microphone", news))
    } catch {
      fail(client, error)
    }
  }

  func openMicrophone(_ meeting: String, take: Bool, _ client: StreamClient) {
    let visitor = client.visitor
    guard visitor.role == .operator else {
      return tell(
        client,
        News(meeting: meeting, error: BusError(.denied, "Observers cannot record meetings.")))
    }
    let outcome = microphones.open(
      meeting, client: client.number, session: visitor.session, name: visitor.name, take: take,
      nowMs: nowMs)
    switch outcome {
    case .given(let settled, let takenFrom):
      if let takenFrom, let loser = clients[takenFrom] {
        tell(loser, News(meeting: meeting, taken: visitor.name))
      }
      tell(client, News(meeting: meeting, open: true, settled: settled))
    case .held(let name, let isOwn):
      tell(client, News(meeting: meeting, error: Self.isHeld(name, isOwn: isOwn)))
    case .tooMany:
      tell(client, News(meeting: meeting, error: BusError(.busy, "Too many microphones are open.")))
    }
  }

  private static func isHeld(_ name: String, isOwn: Bool) -> BusError {
    var detail = ["name": name]
    if isOwn { detail["own"] = "true" }
    return BusError(.conflict, "\(name) is already recording this meeting.", detail: detail)
  }

  func closeMicrophone(_ meeting: String, _ client: StreamClient) {
    microphones.close(meeting, client: client.number)
    tell(client, News(meeting: meeting, open: false))
  }

  func releaseMicrophones(of client: StreamClient) {
    microphones.lost(client: client.number, nowMs: nowMs)
  }

  func tendMicrophones() { microphones.end(nowMs) }

  /// Maximum number of audio messages in flight per stream. Audio beyond the stream's credit is
  /// rejected anyway.
  private static let maxUnderWay = 32
  private static let audioMs = 3000

  /// Forwards audio to the recognition.
  func heard(_ bytes: [UInt8], from client: StreamClient) throws {
    let piece = try SoundPiece(bytes)
    let (meeting, number) = (piece.meeting, client.number)
    guard microphones.has(meeting, client: number) else {
      let error =
        microphones.leases[meeting].map {
          Self.isHeld($0.name, isOwn: $0.session == client.visitor.session)
        }
        ?? BusError(.conflict, "The microphone is not open; open it first.")
      return tell(client, News(meeting: meeting, error: error))
    }
    guard client.soundUnderWay < Self.maxUnderWay else {
      return tell(
        client,
        News(
          meeting: meeting,
          error: BusError(.busy, "Too much audio at once; try again.", retryAfterMs: 200)))
    }
    client.soundUnderWay += 1
    let audio = RecognizeAudio(
      id: "meeting/\(meeting)", offset: piece.offset, atMs: piece.atMs, stream: piece.stream)
    let frame = Frame(piece.samples)
    Task {
      do {
        let reply = try await bus.send(
          audio, attachments: [frame],
          options: CallOptions(timeoutMs: Self.audioMs, retries: false))
        tookSound(
          number,
          News(
            meeting: meeting, settled: reply.settled, offset: audio.offset,
            creditSamples: reply.creditSamples, stream: reply.stream))
      } catch {
        tookSound(
          number, News(meeting: meeting, offset: audio.offset, error: BusError(any: error)))
      }
    }
  }

  private func tookSound(_ number: Int, _ news: News) {
    guard let client = clients[number] else { return }
    client.soundUnderWay -= 1
    microphones.settled(news.meeting, client: number, news.settled)
    tell(client, news)
  }
}
