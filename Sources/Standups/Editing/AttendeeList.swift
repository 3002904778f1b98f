public import StandupsDependencies

extension IdentifiedArray where Element == Attendee {
  /// Returns the attendees to save: without blank ones, or with one blank attendee that has a new
  /// id if there are no others.
  public func saved(uuid: UUIDGenerator) -> IdentifiedArray<Attendee> {
    let named = IdentifiedArray(filter { !$0.isBlank })
    return named.isEmpty ? [Attendee(id: Attendee.ID(uuid()))] : named
  }
}
