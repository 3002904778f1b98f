import Bus
import StandupsLogging
import TranscriptionAPI

/// Recognises the audio of open streams, and handles the results.
extension TranscriptionService {
  func handle(_ action: RecognitionStream.Action, of id: String) {
    guard var stream = streams[id] else { return }
    let effects = stream.handle(action)
    streams[id] = stream
    for effect in effects { perform(effect, of: id) }
  }

  func perform(_ effect: RecognitionStream.Effect, of id: String) {
    switch effect {
    case .recognize(let job): recognize(job, of: id)
    case .emitPartial(let text, let from, let to):
      guard let stream = streams[id] else { return }
      publish(
        PartialData(
          text: text, fromMs: stream.ms(ofAudioMs: from), toMs: stream.ms(ofAudioMs: to)),
        of: stream)
    case .emitFinal(let line):
      streams[id]?.add(line)
      metrics?.lines.add()
      if let lag = streams[id]?.lagMs(of: line, nowMs: clock.nowMs()) {
        metrics?.lag.observe(lag)
      }
    case .finished: close(id)
    case .failed(let reason):
      metrics?.failures.add()
      log.error("Recognition failed: \(reason)", ["id": LogValue(id)])
      close(id)
      reportFailure(of: id, reason)
    case .gap(let from, let to):
      log.warning("Audio is missing.", ["id": LogValue(id), "samples": LogValue(to - from)])
    case .accepted, .refused: break
    }
  }

  private func recognize(_ job: RecognitionJob, of id: String) {
    guard let serial = streams[id]?.serial else { return }
    streams[id]?.jobs[job.id] = Task {
      let outcome = await recognizer.recognize(job)
      // Another stream may have the id by now.
      guard streams[id]?.serial == serial else { return }
      streams[id]?.jobs[job.id] = nil
      handle(.finished(job.id, outcome), of: id)
    }
  }

  private func publish(_ data: PartialData, of stream: OpenStream) {
    guard let labels = stream.request.labels else { return }
    do {
      publisher.publish(try BusJSON.encode(data), labels: labels)
    } catch {
      log.error("A partial line cannot be encoded as JSON: \(error)")
    }
  }
}
