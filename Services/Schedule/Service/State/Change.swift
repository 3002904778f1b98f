import Documents
import ServiceShell

extension ScheduleReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    case put(Subject, SavedSchedule)
    case remove(Subject)
    /// Erases removed content, because the URL of a calendar that is no longer used may be secret.
    case erase

    func document() throws -> DocumentChange {
      switch self {
      case .put(let subject, let schedule): .put(try schedule.document(of: subject))
      case .erase: .erase(.removed)
      case .remove(let subject): .delete(collection: SavedSchedule.collection, id: subject.name)
      }
    }
  }
}
