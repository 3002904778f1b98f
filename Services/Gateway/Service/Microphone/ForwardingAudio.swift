import Bus
import TranscriptionAPI
import ZeroMQ

extension Gateway {
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
