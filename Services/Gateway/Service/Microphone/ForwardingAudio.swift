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

  /// Forwards audio to the speech recognition, if the stream holds the microphone of the meeting. The
  /// words of an own microphone belong to the person for whom the command is sent.
  func forwardAudio(_ bytes: [UInt8], from client: StreamClient) throws {
    let piece = try AudioMessage(bytes)
    let number = client.number
    let microphone = self.microphone(piece.meeting, isOwn: piece.isOwn, of: client)
    let has = microphone.map { microphones.has($0, client: number) } ?? false
    guard let microphone, has else {
      let error =
        microphone.flatMap { microphones.leases[$0] }.map {
          Self.isHeld($0.name, isOwn: $0.session == client.visitor.session)
        }
        ?? BusError(.conflict, "The microphone is not open; open it first.")
      return notify(
        client, MicrophoneMessage(meeting: piece.meeting, own: piece.isOwn, error: error))
    }
    guard client.audioInFlight < Self.maxInFlight else {
      return notify(
        client,
        MicrophoneMessage(
          meeting: piece.meeting, own: piece.isOwn,
          error: BusError(.busy, "Too much audio at once; try again.", retryAfterMs: 200)))
    }
    client.audioInFlight += 1
    let audio = RecognizeAudio(
      id: "meeting/\(piece.meeting)", offset: piece.offset, atMs: piece.atMs,
      stream: piece.stream, isOwn: piece.isOwn ? true : nil,
      endsSpeech: piece.endsSpeech ? true : nil)
    let frame = Frame(piece.samples)
    let options = CallOptions(
      timeoutMs: Self.audioMs, retries: false, principal: client.visitor.principal)
    Task {
      do {
        let reply = try await bus.send(audio, attachments: [frame], options: options)
        audioAnswered(
          number, microphone,
          MicrophoneMessage(
            meeting: microphone.meeting, own: piece.isOwn, settled: reply.settled,
            offset: audio.offset,
            creditSamples: reply.creditSamples, stream: reply.stream))
      } catch {
        audioAnswered(
          number, microphone,
          MicrophoneMessage(
            meeting: microphone.meeting, own: piece.isOwn, offset: audio.offset,
            error: BusError(any: error)))
      }
    }
  }

  private func audioAnswered(
    _ number: Int, _ microphone: MeetingMicrophone, _ message: MicrophoneMessage
  ) {
    guard let client = clients[number] else { return }
    client.audioInFlight -= 1
    microphones.settled(microphone, client: number, message.settled)
    notify(client, message)
  }
}
