import Bus

/// Choice among the days of a calendar that was read before.
extension SavedHolidays {
  /// Returns the same days with another choice of those that count, which replaces the whole choice
  /// before: a name that it no longer has does not count any more. The next reading of a URL applies the
  /// choice as well. The names of the choice before are accepted even if the calendar, which was read
  /// again, no longer has them.
  ///
  /// - Throws: `invalid` for a name that no day has, and if no day off would remain.
  func choosing(_ new: HolidayChoice) throws(BusError) -> SavedHolidays {
    let before = Names(choice)
    let after = Names(new)
    var known = before.observe.union(before.ignore)
    var (off, working): ([Day: [String]], [Day: [String]]) = ([:], [:])
    for (days, isOff) in [(self.days, true), (observances, false)] {
      for each in days.named {
        let key = HolidayChoice.key(each.name)
        known.insert(key)
        let isHoliday = isOff ? !before.observe.contains(key) : before.ignore.contains(key)
        let isOffNow = isHoliday ? !after.ignore.contains(key) : after.observe.contains(key)
        for day in each.days {
          if isOffNow {
            off.add(each.name, of: day)
          } else {
            working.add(each.name, of: day)
          }
        }
      }
    }
    if let name = (new.observe + new.ignore).first(where: { !known.contains(HolidayChoice.key($0)) }
    ) {
      throw HolidayCalendar.wrong("has no all-day event called “\(name)”")
    }
    guard !off.isEmpty else {
      throw HolidayCalendar.wrong("has no day off left with this choice; leave it out instead")
    }
    var chosen = self
    (chosen.days, chosen.observances, chosen.choice) = (
      DaysOff(named: off), DaysOff(named: working), new
    )
    return chosen
  }

  /// The names of a choice in the form that is used to compare names.
  private struct Names {
    let observe: Set<String>
    let ignore: Set<String>

    init(_ choice: HolidayChoice) {
      observe = Set(choice.observe.map(HolidayChoice.key))
      ignore = Set(choice.ignore.map(HolidayChoice.key))
    }
  }
}
