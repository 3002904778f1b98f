import BusRouter
import Documents
import FastJSON
import FocusAPI
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import WebhooksAPI

/// Validates documents from an archive or another cell.
///
/// A body is decoded as the type that its service uses. Schedules and webhooks are validated by
/// their services, the only ones that can decode them.
enum DocumentRules {
  /// First problem of a document; nil if a command could have written it. For schedules and
  /// webhooks only the form is checked.
  static func problem(_ document: Document) -> String? {
    switch document.collection {
    case SlotDocuments.standups: document.problem(as: StandupSummary.self)
    case "meetings", "meetings.parts": document.problem(as: Meeting.self)
    case SlotDocuments.followUps: document.problem(as: FollowUp.self)
    case SlotDocuments.sessions: document.problem(as: MeetingSession.self)
    case "session.states": document.problem(as: MeetingSession.State.self)
    case "session.lines": document.problem(as: MeetingSession.Line.self)
    case ArchivedDocuments.focusItems: document.problem(as: FocusItem.self)
    case Authorizations.collection: Authorizations.problem(document)
    case SlotDocuments.schedules:
      document.body["rule"]?.isObject == true ? nil : "“rule” must be an object."
    case ArchivedDocuments.webhooks:
      document.body["id"]?.string == document.id ? nil : "“id” must be the id of the document."
    default:
      "Invalid collection “\(document.collection.prefix(40))”; archives and slots do not contain it."
    }
  }
}

extension Parent {
  /// Schedules and webhooks that their services reject, each with the reason.
  func rejected(
    of documents: [Document]
  ) async throws -> [(document: Document, problem: String)] {
    let schedules = documents.filter { $0.collection == SlotDocuments.schedules }
    let webhooks = documents.filter { $0.collection == ArchivedDocuments.webhooks }
    return try await rejected(CheckSchedules(documents: schedules))
      + rejected(CheckWebhooks(documents: webhooks))
  }

  private func rejected(
    _ command: some CheckDocuments
  ) async throws -> [(document: Document, problem: String)] {
    guard !command.documents.isEmpty else { return [] }
    let problems = try await send(command).problems
    return command.documents.compactMap { document in
      problems[document.id].map { (document, $0) }
    }
  }
}
