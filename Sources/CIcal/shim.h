#pragma once
#include <libical/ical.h>
#include <stdbool.h>
#include <stdlib.h>

// The struct of a recurrence rule has arrays of hundreds of members, which Swift would import as
// tuples. The functions below take and return the rule as a string or a property instead.

/// Iterates over the occurrences of a rule from `start` on, in the time zone of `start`; NULL for
/// an invalid rule. Free it with icalrecur_iterator_free.
static inline icalrecur_iterator *cical_times(const char *rule, struct icaltimetype start) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  if (recurrence.freq == ICAL_NO_RECURRENCE) return NULL;
  return icalrecur_iterator_new(recurrence, start);
}

/// Recurrence rule of an RRULE or EXRULE property.
static inline struct icalrecurrencetype cical_rule(const icalproperty *property) {
  return icalvalue_get_recur(icalproperty_get_value(property));
}

/// Frequency of a property's rule; ICAL_NO_RECURRENCE if it has no rule.
static inline icalrecurrencetype_frequency cical_frequency(const icalproperty *property) {
  return cical_rule(property).freq;
}

/// True if a rule names hours, minutes or seconds.
static inline bool cical_names_times(const icalproperty *property) {
  struct icalrecurrencetype rule = cical_rule(property);
  return rule.by_hour[0] != ICAL_RECURRENCE_ARRAY_MAX || rule.by_minute[0] != ICAL_RECURRENCE_ARRAY_MAX
    || rule.by_second[0] != ICAL_RECURRENCE_ARRAY_MAX;
}

/// True if a rule uses a calendar other than the Gregorian one (RFC 7529).
static inline bool cical_names_scale(const icalproperty *property) {
  struct icalrecurrencetype rule = cical_rule(property);
  return rule.rscale != NULL || rule.skip != ICAL_SKIP_OMIT;
}

/// True if no day can match a rule: each of its months lacks each of its days, or no period is as
/// long as its BYSETPOS. libical would search for such a day until the year 20000.
static inline bool cical_never_matches(const icalproperty *property) {
  static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  struct icalrecurrencetype rule = cical_rule(property);
  if (rule.by_set_pos[0] != ICAL_RECURRENCE_ARRAY_MAX) {
    int longest = rule.freq == ICAL_YEARLY_RECURRENCE ? 366 : rule.freq == ICAL_MONTHLY_RECURRENCE ? 31
      : rule.freq == ICAL_WEEKLY_RECURRENCE ? 7 : 1;
    bool fits = false;
    for (int i = 0; i < ICAL_BY_SETPOS_SIZE && rule.by_set_pos[i] != ICAL_RECURRENCE_ARRAY_MAX; i++)
      fits = fits || abs(rule.by_set_pos[i]) <= longest;
    if (!fits) return true;
  }
  if (rule.by_month[0] == ICAL_RECURRENCE_ARRAY_MAX || rule.by_month_day[0] == ICAL_RECURRENCE_ARRAY_MAX) return false;
  for (int m = 0; m < ICAL_BY_MONTH_SIZE && rule.by_month[m] != ICAL_RECURRENCE_ARRAY_MAX; m++)
    for (int d = 0; d < ICAL_BY_MONTHDAY_SIZE && rule.by_month_day[d] != ICAL_RECURRENCE_ARRAY_MAX; d++)
      if (rule.by_month[m] >= 1 && rule.by_month[m] <= 12 && abs(rule.by_month_day[d]) <= days[rule.by_month[m] - 1])
        return false;
  return true;
}

/// Iterates over the occurrences of a property's rule from `from` until `end`, for an event that
/// begins at `start`; NULL for a rule that is invalid or never matches. Free it with
/// icalrecur_iterator_free.
static inline icalrecur_iterator *cical_times_between(
  const icalproperty *property, struct icaltimetype start, struct icaltimetype from, struct icaltimetype end
) {
  struct icalrecurrencetype rule = cical_rule(property);
  // Given an end, libical does not search for later occurrences.
  if (icaltime_is_null_time(rule.until) || icaltime_compare(rule.until, end) > 0) rule.until = end;
  icalrecur_iterator *times = icalrecur_iterator_new(rule, start);
  // A rule with a COUNT has to be iterated from its first occurrence.
  if (times && rule.count == 0 && icaltime_compare(from, start) > 0) icalrecur_iterator_set_start(times, from);
  return times;
}

/// Creates a property that triggers an alarm `seconds_before` the event.
static inline icalproperty *cical_new_trigger(int seconds_before) {
  struct icaltriggertype trigger = icaltriggertype_from_int(-seconds_before);
  return icalproperty_new_trigger(trigger);
}

/// Creates a property from its name and its text, which is written unchanged.
static inline icalproperty *cical_new_property(const char *name, const char *value) {
  icalproperty *property = icalproperty_new_x(value);
  if (property) icalproperty_set_x_name(property, name);
  return property;
}
