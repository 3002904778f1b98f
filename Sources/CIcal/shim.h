#pragma once
#include <libical/ical.h>

// The struct of a rule has arrays of hundreds of members, which Swift would see as tuples; here it is made of its text
// and never crosses over.

/// The times of a rule from `start` on, in the zone of `start`; NULL for a rule that cannot be read. To be freed with
/// icalrecur_iterator_free.
static inline icalrecur_iterator *cical_times(const char *rule, struct icaltimetype start) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  if (recurrence.freq == ICAL_NO_RECURRENCE) return NULL;
  return icalrecur_iterator_new(recurrence, start);
}

/// How often the rule of a property recurs; ICAL_NO_RECURRENCE if it is no rule.
static inline icalrecurrencetype_frequency cical_frequency(const icalproperty *property) {
  return icalproperty_get_rrule(property).freq;
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
