public import StandupsDependencies

extension IdentifiedArray where Element == Attendee {
  /// Returns the attendees to save: without blank ones, or, if all are blank, one blank attendee with
  /// a new id.
  public func saved(uuid: UUIDGenerator) -> IdentifiedArray<Attendee> {
    let named = IdentifiedArray(filter { !$0.isBlank })
    return named.isEmpty ? [Attendee(id: Attendee.ID(uuid()))] : named
  }
}
