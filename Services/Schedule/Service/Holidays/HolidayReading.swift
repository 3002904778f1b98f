import CIcal

/// Reads one holiday calendar. Days are counted from 1970-01-01.
struct HolidayReading {
  let window: ClosedRange<Int>
  let choice: HolidayChoice
  var budget: ExpansionBudget
  /// Keys of the chosen names, computed once, because there may be thousands of occurrences.
  private let ignored: Set<String>
  private let observed: Set<String>
  private var events: [HolidayEvent] = []
  private var count = 0
  private var off: [Day: [String]] = [:]
  private var observances: [Day: [String]] = [:]

  init(window: ClosedRange<Int>, choice: HolidayChoice, budget: ExpansionBudget) {
    self.window = window
    self.choice = choice
    self.budget = budget
    ignored = Set(choice.ignore.map(HolidayChoice.key))
    observed = Set(choice.observe.map(HolidayChoice.key))
  }

  mutating func take(_ event: OpaquePointer) throws {
    count += 1
    guard count <= HolidayCalendar.maxEvents else {
      throw HolidayCalendar.wrong("has more than \(HolidayCalendar.maxEvents) events")
    }
    try budget.spend()
    events.append(HolidayEvent(event))
  }

  /// The day of an event that another event replaces.
  private struct Place: Hashable {
    var uid: String
    var day: Int
  }

  /// The days of all events. If another event moves or cancels a day, that event determines the
  /// day.
  mutating func contents() throws -> HolidayCalendar.Contents {
    var replacing: [Place: HolidayEvent] = [:]
    var others: [HolidayEvent] = []
    for event in events {
      guard let day = event.replaces else {
        others.append(event)
        continue
      }
      let place = Place(uid: event.uid ?? "", day: day)
      if let known = replacing[place], known.sequence > event.sequence { continue }
      replacing[place] = event
    }
    let byEvent = Dictionary(grouping: replacing, by: \.key.uid).mapValues { found in
      found.map { (day: $0.key.day, event: $0.value) }.sorted { $0.day < $1.day }
    }
    for event in others { try add(event, replaced: event.uid.flatMap { byEvent[$0] } ?? []) }
    for event in replacing.values.sorted(by: { ($0.first ?? 0, $0.name) < ($1.first ?? 0, $1.name) }
    )
    where !event.isCancelled {
      if let first = event.first { try add(first, event) }
    }
    let known = Set(events.lazy.filter { $0.first != nil }.map { HolidayChoice.key($0.name) })
    return HolidayCalendar.Contents(
      off: DaysOff(named: off), observances: DaysOff(named: observances),
      missing: (choice.observe + choice.ignore).filter { !known.contains(HolidayChoice.key($0)) })
  }

  /// Adds the days of an event, except those that other events replace.
  private mutating func add(
    _ event: HolidayEvent, replaced: [(day: Int, event: HolidayEvent)]
  ) throws {
    guard !event.isCancelled, let first = event.first, try isReadable(event, ICAL_RRULE_PROPERTY),
      try isReadable(event, ICAL_EXRULE_PROPERTY)
    else { return }
    var starts = try dates(of: event, ICAL_RRULE_PROPERTY)
    if icalcomponent_get_first_property(event.handle, ICAL_RRULE_PROPERTY) == nil {
      starts.insert(first)
    }
    try HolidayEvent.each(event.handle, ICAL_RDATE_PROPERTY) { property in
      try budget.spend()
      let date = icalproperty_get_rdate(property)
      let time = icaltime_is_null_time(date.time) != 0 ? date.period.start : date.time
      if let day = HolidayEvent.day(of: time) { starts.insert(day) }
    }
    starts.subtract(try dates(of: event, ICAL_EXRULE_PROPERTY))
    try HolidayEvent.each(event.handle, ICAL_EXDATE_PROPERTY) { property in
      try budget.spend()
      if let day = HolidayEvent.day(of: icalproperty_get_exdate(property)) { starts.remove(day) }
    }
    let alone = Set(replaced.map(\.day))
    let later = replaced.filter(\.event.isForFuture)
    for start in starts.sorted() where !alone.contains(start) {
      guard let change = later.last(where: { $0.day <= start }) else {
        try add(start, event)
        continue
      }
      // From that day on, all occurrences are moved in the same way.
      if let moved = change.event.first, !change.event.isCancelled {
        try add(start + moved - change.day, change.event)
      }
    }
  }

  /// Records the days of one occurrence.
  private mutating func add(_ start: Int, _ event: HolidayEvent) throws {
    try budget.spend()
    let key = HolidayChoice.key(event.name)
    // An ignored day is shown as a working day, so that it can be chosen again.
    let isOff = !ignored.contains(key) && (!event.isObservance || observed.contains(key))
    for day in start..<start + event.length where window.contains(day) {
      try budget.spend()
      if isOff {
        off.add(event.name, of: Day(days: day))
      } else {
        observances.add(event.name, of: Day(days: day))
      }
    }
  }

  // MARK: Rules

  /// Returns false for an event that recurs more often than daily, which is not a holiday.
  ///
  /// - Throws: `BusError` for a rule that could describe any number of times, which no holiday
  ///   needs.
  private func isReadable(_ event: HolidayEvent, _ kind: icalproperty_kind) throws -> Bool {
    var isReadable = true
    try HolidayEvent.each(event.handle, kind) { rule in
      switch cical_frequency(rule) {
      case ICAL_DAILY_RECURRENCE, ICAL_WEEKLY_RECURRENCE, ICAL_MONTHLY_RECURRENCE,
        ICAL_YEARLY_RECURRENCE:
        break
      default: isReadable = false
      }
      if cical_names_times(rule) {
        throw HolidayCalendar.wrong(
          "has a rule with BYHOUR, BYMINUTE or BYSECOND for “\(event.name)”; an all-day event cannot have one"
        )
      }
      if cical_names_scale(rule) {
        throw HolidayCalendar.wrong(
          "has a rule with RSCALE or SKIP for “\(event.name)”; use a calendar with dates instead")
      }
    }
    return isReadable
  }

  /// The days on which an event begins according to its rules.
  private mutating func dates(of event: HolidayEvent, _ kind: icalproperty_kind) throws -> Set<Int>
  {
    guard let first = event.first else { return [] }
    let (start, from, end) = (
      time(first), time(window.lowerBound - event.length), time(window.upperBound)
    )
    var found: Set<Int> = []
    try HolidayEvent.each(event.handle, kind) { rule in
      guard !cical_never_matches(rule) else { return }
      guard !budget.isOver else { throw BudgetExceeded() }
      guard let times = cical_times_between(rule, start, from, end) else { return }
      defer { icalrecur_iterator_free(times) }
      while case let next = icalrecur_iterator_next(times), icaltime_is_null_time(next) == 0 {
        try budget.spend()
        if let day = HolidayEvent.day(of: next) { found.insert(day) }
      }
    }
    return found
  }

  private func time(_ days: Int) -> icaltimetype {
    let day = Day(days: days)
    var time = icaltimetype()
    (time.year, time.month, time.day) = (
      Int32(day / 10_000), Int32(day / 100 % 100), Int32(day % 100)
    )
    time.is_date = 1
    return time
  }
}
