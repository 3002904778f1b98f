import Bus
import StandupsLogging
import TranscriptionAPI

/// Recognises the audio of open streams, and handles the results.
extension TranscriptionService {
  func handle(_ action: RecognitionStream.Action, of key: StreamKey) {
    guard var stream = streams[key] else { return }
    let effects = stream.handle(action)
    streams[key] = stream
    for effect in effects { perform(effect, of: key) }
    // Audio without words may be what a line of the room waits for.
    if key.person != nil { releaseHeld(of: key.id) }
  }

  func perform(_ effect: RecognitionStream.Effect, of key: StreamKey) {
    let id = key.id
    switch effect {
    case .recognize(let job): recognize(job, of: key)
    case .emitPartial(let text, let from, let to, let signal):
      guard !key.isDictation else {
        dictations[id]?.partial = text
        return
      }
      guard let stream = streams[key] else { return }
      publish(
        PartialData(
          text: text, fromMs: stream.ms(ofAudioMs: from), toMs: stream.ms(ofAudioMs: to),
          person: key.person?.lowercaseText, signal: signal), of: stream)
    case .emitFinal(let line):
      if let wireLine = streams[key]?.add(line) {
        if let person = key.person, let contour = line.contour {
          ownLines[id, default: OwnLines()].add(
            wireLine, of: person, contour: contour, recognizedMs: clock.nowMs())
        } else if key.isDictation {
          // The next reply has the line, and settles its audio.
          dictations[id]?.add(line.text)
          streams[key]?.delivered(wireLine.key)
        }
      }
      metrics?.lines.add()
      if let lag = streams[key]?.lagMs(of: line, nowMs: clock.nowMs()) {
        metrics?.lag.observe(lag)
      }
    case .finished: close(key)
    case .failed(let reason):
      metrics?.failures.add()
      log.error("Recognition failed: \(reason)", ["id": LogValue(id)])
      guard !closeDictation(key, failure: reason) else { return }
      close(key)
      endStreams(id)
      reportFailure(of: id, reason)
    case .gap(let from, let to):
      // An own microphone does not send silence.
      guard key.person == nil else { return }
      log.warning("Audio is missing.", ["id": LogValue(id), "samples": LogValue(to - from)])
    case .accepted, .refused: break
    }
  }

  private func recognize(_ job: RecognitionJob, of key: StreamKey) {
    guard let serial = streams[key]?.serial else { return }
    let language = streams[key]?.language
    compareVoices(of: job, in: key)
    streams[key]?.jobs[job.id] = Task {
      let recognized = await outcome(of: job, in: language)
      guard streams[key]?.serial == serial else { return }
      let outcome = await divided(recognized, of: job, in: key, serial)
      // Another stream may have the key by now.
      guard streams[key]?.serial == serial else { return }
      streams[key]?.jobs[job.id] = nil
      handle(.finished(job.id, outcome), of: key)
      // A late comparison may have waited for this line.
      if job.priority == .final { reassignLate(of: key) }
    }
  }

  func publish(_ data: PartialData, of stream: OpenStream) {
    guard let labels = stream.request.labels else { return }
    do {
      publisher.publish(try BusJSON.encode(data), labels: labels)
    } catch {
      log.error("A partial line cannot be encoded as JSON: \(error)")
    }
  }
}
