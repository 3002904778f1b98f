import Documents
import ServiceShell

extension ScheduleReducer {
  /// One change of what is saved.
  enum Change: LaneChange {
    case put(Subject, SavedSchedule)
    case remove(Subject)
    /// The address of a calendar that is no longer read may be a secret: it leaves the disk.
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
