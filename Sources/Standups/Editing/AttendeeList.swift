public import Dependencies

extension IdentifiedArray where Element == Attendee {
  /// The attendees as they are saved: blank names are removed, and if none is left there is one
  /// blank attendee with a fresh id.
  public func saved(uuid: UUIDGenerator) -> IdentifiedArray<Attendee> {
    let named = IdentifiedArray(filter { !$0.isBlank })
    return named.isEmpty ? [Attendee(id: Attendee.ID(uuid()))] : named
  }
}
