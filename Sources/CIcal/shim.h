#pragma once
#include <libical/ical.h>
#include <stdbool.h>
#include <stdlib.h>

// The struct of a rule has arrays of hundreds of members, which Swift would see as tuples; here it is made of its text
// and never crosses over.

/// The times of a rule from `start` on, in the zone of `start`; NULL for a rule that cannot be read. To be freed with
/// icalrecur_iterator_free.
static inline icalrecur_iterator *cical_times(const char *rule, struct icaltimetype start) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  if (recurrence.freq == ICAL_NO_RECURRENCE) return NULL;
  return icalrecur_iterator_new(recurrence, start);
}

/// The rule of a property that has one: RRULE or EXRULE.
static inline struct icalrecurrencetype cical_rule(const icalproperty *property) {
  return icalvalue_get_recur(icalproperty_get_value(property));
}

/// How often the rule of a property recurs; ICAL_NO_RECURRENCE if it has none.
static inline icalrecurrencetype_frequency cical_frequency(const icalproperty *property) {
  return cical_rule(property).freq;
}

/// True if a rule names hours, minutes or seconds.
static inline bool cical_names_times(const icalproperty *property) {
  struct icalrecurrencetype rule = cical_rule(property);
  return rule.by_hour[0] != ICAL_RECURRENCE_ARRAY_MAX || rule.by_minute[0] != ICAL_RECURRENCE_ARRAY_MAX
    || rule.by_second[0] != ICAL_RECURRENCE_ARRAY_MAX;
}

/// True if a rule counts in another calendar than the Gregorian one (RFC 7529).
static inline bool cical_names_scale(const icalproperty *property) {
  struct icalrecurrencetype rule = cical_rule(property);
  return rule.rscale != NULL || rule.skip != ICAL_SKIP_OMIT;
}

/// True if no day can match a rule: each of its months lacks each of its days, or no period is as long as its BYSETPOS.
/// libical looks for such a day until the year 20000.
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

/// The times of a property's rule for an event that begins at `start`, from `from` until `end`; NULL for a rule that
/// cannot be read or never matches. To be freed with icalrecur_iterator_free.
static inline icalrecur_iterator *cical_times_between(
  const icalproperty *property, struct icaltimetype start, struct icaltimetype from, struct icaltimetype end
) {
  struct icalrecurrencetype rule = cical_rule(property);
  // With an end libical does not look for times beyond it.
  if (icaltime_is_null_time(rule.until) || icaltime_compare(rule.until, end) > 0) rule.until = end;
  icalrecur_iterator *times = icalrecur_iterator_new(rule, start);
  // A rule that counts has to be followed from its beginning.
  if (times && rule.count == 0 && icaltime_compare(from, start) > 0) icalrecur_iterator_set_start(times, from);
  return times;
}

/// A property with the recurrence rule of a text.
static inline icalproperty *cical_new_rule(const char *rule) {
  return icalproperty_new_rrule(icalrecurrencetype_from_string(rule));
}

/// A property that sounds an alarm some seconds before.
static inline icalproperty *cical_new_trigger(int seconds_before) {
  struct icaltriggertype trigger = icaltriggertype_from_int(-seconds_before);
  return icalproperty_new_trigger(trigger);
}

/// A property that this version of libical does not know by its name.
static inline icalproperty *cical_new_property(const char *name, const char *value) {
  icalproperty *property = icalproperty_new_x(value);
  if (property) icalproperty_set_x_name(property, name);
  return property;
}
