public import StandupsDependencies

extension IdentifiedArray where Element == Attendee {
  /// The attendees as they are saved: blank ones are removed; if none is left, there is one blank
  /// attendee with a new id.
  public func saved(uuid: UUIDGenerator) -> IdentifiedArray<Attendee> {
    let named = IdentifiedArray(filter { !$0.isBlank })
    return named.isEmpty ? [Attendee(id: Attendee.ID(uuid()))] : named
  }
}
