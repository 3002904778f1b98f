import Bus
import BusRouter
import DeadLetterQueue
import Documents
import Foundation
import StandupsLogging
import RouterAPI

extension BusJournal {
  /// Records a notice of the router in the log and, except for denials, in the journal.
  nonisolated func note(_ notice: RouterNotice, log: Log) {
    switch notice {
    case .serviceUp(let service, let instance):
      log.info("Service connected.", fields(service, instance))
      add(ServiceUp(service: service, instance: instance), subject: service)
    case .serviceDown(let service, let instance):
      log.info("Service disconnected.", fields(service, instance))
      add(ServiceDown(service: service, instance: instance), subject: service)
    case .serviceLost(let service, let instance):
      log.warning("Service lost.", fields(service, instance))
      add(ServiceLost(service: service, instance: instance), subject: service)
    case .unbound(let service, let message, let wasSent):
      log.error(
        "No binding handles a delegate message.",
        ["from": LogValue(service), "message": LogValue(message)])
      add(BusUnbound(service: service, message: message, wasSent: wasSent), subject: message)
    case .deadLetter(let letter):
      let log = log.caused(by: letter.correlation)
      log.error(
        "A delegate call was added to the dead-letter queue: \(letter.error.fitting.message)",
        ["from": LogValue(letter.service), "message": LogValue(letter.message)])
      bury(letter, log: log)
    case .denied:
      // It is only logged, with the other refusals, because any client could flood the journal with
      // denials.
      break
    }
  }

  private nonisolated func fields(_ service: String, _ instance: UUID) -> [String: LogValue] {
    ["peer": LogValue(service), "instance": LogValue(instance)]
  }

  private nonisolated func add<Data: EventData>(
    _ data: Data, subject: String, changes: [DocumentChange] = [], cause: Header? = nil
  ) {
    guard let event = try? NewEvent.of(data, about: subject) else { return }
    add(Entry(events: [event], changes: changes, cause: cause))
  }

  private nonisolated func bury(_ letter: RouterNotice.Letter, log: Log) {
    let document: Document
    do {
      document = try DeadLetterStore.document(letter, at: Date())
    } catch {
      log.error("A dead letter could not be encoded as JSON: \(error)")
      return
    }
    add(
      BusDeadLetter(
        id: document.id, service: letter.service, message: letter.message,
        reason: letter.error.fitting.message),
      subject: letter.message, changes: [.put(document)],
      cause: Header(id: letter.id, corr: letter.correlation, by: letter.by))
  }
}
