import Bus
import TranscriptionAPI
import ZeroMQ

/// Forwards audio from browsers' microphones to the speech recognition of meetings.
extension Gateway {
  /// Maximum number of audio messages in flight per stream. Audio beyond the stream's credit is
  /// rejected anyway.
  private static let maxInFlight = 32
  /// Time limit for a reply of the speech recognition, in milliseconds.
  private static let audioMs = 3000
  /// The permission that a visitor needs for recording a meeting.
  static let audioAccess = RecognizeAudio.traits.access

  /// Forwards audio to the speech recognition, if the stream holds the microphone of the meeting.
  func forwardAudio(_ bytes: [UInt8], from client: StreamClient) throws {
    let piece = try AudioMessage(bytes)
    let (meeting, number) = (piece.meeting, client.number)
    guard microphones.has(meeting, client: number) else {
      let error =
        microphones.leases[meeting].map {
          Self.isHeld($0.name, isOwn: $0.session == client.visitor.session)
        }
        ?? BusError(.conflict, "The microphone is not open; open it first.")
      return notify(client, MicrophoneMessage(meeting: meeting, error: error))
    }
    guard client.audioInFlight < Self.maxInFlight else {
      return notify(
        client,
        MicrophoneMessage(
          meeting: meeting,
          error: BusError(.busy, "Too much audio at once; try again.", retryAfterMs: 200)))
    }
    client.audioInFlight += 1
    let audio = RecognizeAudio(
      id: "meeting/\(meeting)", offset: piece.offset, atMs: piece.atMs, stream: piece.stream)
    let frame = Frame(piece.samples)
    let options = CallOptions(
      timeoutMs: Self.audioMs, retries: false, principal: client.visitor.principal)
    Task {
      do {
        let reply = try await bus.send(audio, attachments: [frame], options: options)
        audioAnswered(
          number,
          MicrophoneMessage(
            meeting: meeting, settled: reply.settled, offset: audio.offset,
            creditSamples: reply.creditSamples, stream: reply.stream))
      } catch {
        audioAnswered(
          number,
          MicrophoneMessage(meeting: meeting, offset: audio.offset, error: BusError(any: error)))
      }
    }
  }

  private func audioAnswered(_ number: Int, _ message: MicrophoneMessage) {
    guard let client = clients[number] else { return }
    client.audioInFlight -= 1
    microphones.settled(message.meeting, client: number, message.settled)
    notify(client, message)
  }
}
