// View of a standup's schedule.
import { h } from '../../Gateway/Page/dom.js';
import { locale } from '../../Gateway/Page/language.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, empty, problem as shown, value, waiting } from '../../Gateway/Page/view-parts.js';
import { dismiss, head, icon, question, row, section } from '../../Gateway/Page/view-rows.js';
import { day, moment, w } from '../../Gateway/Page/words.js';
import { chosen, dateIn, days, formOf, has, maxBreaks, maxTimes, maxWeeks, mondays, previewed } from './plan-rules.js';
import { words } from './words.js';

/** Choices of the time between the reminder and the meeting, in minutes. */
const reminders = [0, 5, 10, 15, 30, 60];

/** Choices of the time for which updates are collected, in hours. */
const closings = [1, 2, 4, 6, 8, 12, 24, 48];

/** @type {string[]} Names of time zones; empty in browsers that do not list them. */
const zones = /** @type {any} */ (Intl).supportedValuesOf?.('timeZone') ?? [];

/** @param {Partial<PlanForm>} change @returns {Action} */
const set = (change) => ({ type: 'plan.set', change });

/**
 * Returns the name of a day of the week. The first day of 2024 was a Monday.
 * @param {string} day @param {'short' | 'long'} width
 */
const named = (day, width) => new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + days.indexOf(/** @type {any} */ (day))));

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const standup = 'standup' in place ? place.standup : '';
  const parent = /** @type {Place} */ ({ kind: 'standup', standup });
  const { plan } = state;
  if (!state.standups.has(standup)) return [head(depth, w.notFound, { kind: 'list' }), empty(words.isGone)];
  if (plan?.subject !== standup) return [head(depth, words.title, parent), waiting];
  return mayChange(state) ? form(plan, parent, depth) : [head(depth, words.title, parent), reading(plan)];
}

/** @param {Plan} plan @param {...string} fields @returns {Child} */
const problemAt = ({ problem, field }, ...fields) => !!problem && fields.includes(field)
  && h('p', { class: 'problem pad small', role: 'alert', key: `problem-${fields[0]}`, id: `problem-${fields[0]}` }, problem);

/** @param {Plan} plan @param {Place} parent @param {number} depth @returns {Child} */
function form(plan, parent, depth) {
  const { form, it } = plan;
  return h('form', { submit: (event) => { event.preventDefault(); return { type: 'plan.save' }; } },
    head(depth, words.title, parent, h('button', { class: 'primary', disabled: plan.isBusy }, plan.isBusy ? words.saving : words.save)),
    shown(!plan.field && plan.problem),
    it?.problem && h('p', { class: 'problem pad' }, it.problem),
    plan.isChanged && h('div', { class: 'conflict', role: 'alert' }, h('p', {}, words.changed), h('p', {}, summary(it)), button(words.use, { type: 'plan.theirs' })),
    section('', [
      whenRows(form, 0, (change) => set(change)),
      form.also.map((_each, index) => whenRows(form.also[index], index + 1, (change) =>
        set({ also: form.also.map((each, place) => (place === index ? { ...each, ...change } : each)) }),
      set({ also: form.also.filter((_other, place) => place !== index) }))),
      form.also.length + 1 < maxTimes && button([icon('plus'), words.addTime], set({ also: [...form.also, { at: form.at, on: [] }] }), { class: 'row action', id: 'plan-add' }),
      weeks(plan),
      h('label', { class: 'row' }, h('span', {}, words.zone), h('input', { id: 'plan-zone', value: form.zone, list: 'zones', maxlength: '64', required: true,
        autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-invalid': plan.field === 'zone' ? 'true' : null, input: (event) => set({ zone: value(event) }) })),
      h('label', { class: 'row' }, h('span', {}, words.mode), h('select', { id: 'plan-mode', value: form.mode, change: (event) => set({ mode: /** @type {any} */ (value(event)) }) },
        (/** @type {const} */ (['ask', 'start', 'write'])).map((each) => h('option', { key: each, value: each }, words.modes[each])))),
      form.mode === 'write' && h('label', { class: 'row', key: 'closes' }, h('span', {}, words.closes), h('select', { id: 'plan-closes', value: String(form.closesAfterMs),
        change: (event) => set({ closesAfterMs: Number(value(event)) }) },
      [...new Set([...closings.map((hours) => hours * 3_600_000), form.closesAfterMs])].sort((one, other) => one - other).map((ms) =>
        h('option', { key: String(ms), value: String(ms) }, words.after(ms))))),
      form.mode === 'write' && h('label', { class: 'row', key: 'local' }, h('span', {}, words.asked), h('select', { id: 'plan-local', value: String(form.asksLocally),
        change: (event) => set({ asksLocally: value(event) === 'true' }) },
      [false, true].map((each) => h('option', { key: String(each), value: String(each) }, each ? words.askedLocally : words.askedAtOnce)))),
      h('label', { class: 'row' }, h('span', {}, words.remind), h('select', { id: 'plan-remind', value: String(form.remindMs),
        change: (event) => set({ remindMs: Number(value(event)) }) },
      [...new Set([...reminders.map((minutes) => minutes * 60_000), form.remindMs])].map((ms) =>
        h('option', { key: String(ms), value: String(ms) }, ms ? words.before(ms) : words.noReminder)))),
    ], { 'aria-label': words.title }),
    problemAt(plan, 'at'), problemAt(plan, 'on'), problemAt(plan, 'also'), problemAt(plan, 'everyWeeks', 'weekOf'), problemAt(plan, 'zone'), problemAt(plan, 'remindMs'), problemAt(plan, 'closesAfterMs', 'asksLocally'),
    h('datalist', { id: 'zones' }, zones.map((zone) => h('option', { key: zone, value: zone }))),
    nextTimes(plan, true),
    breaks(plan),
    holidays(plan),
    it && h('div', { class: 'group danger' }, button(words.remove, { type: 'sheet', sheet: { kind: 'removeSchedule' } }, { class: 'row destructive' })));
}

/**
 * Shows in which weeks the standup meets: the choices are the next weeks, from the present one on.
 * @param {Plan} plan @returns {Child}
 */
function weeks({ form, times }) {
  const today = dateIn(Date.now(), form.zone);
  const choices = mondays(form.everyWeeks, today);
  return [
    h('label', { class: 'row', key: 'weeks' }, h('span', {}, words.repeats), h('select', { id: 'plan-weeks', value: String(form.everyWeeks),
      // The next meeting stays.
      change: (event) => set({ everyWeeks: Number(value(event)), weekOf: form.weekOf || (times[0] ? dateIn(times[0], form.zone) : '') }) },
    Array.from({ length: maxWeeks }, (_each, index) => h('option', { key: String(index), value: String(index + 1) }, words.weeks(index + 1))))),
    form.everyWeeks > 1 && h('label', { class: 'row', key: 'weekOf' }, h('span', {}, words.weekOf), h('select', { id: 'plan-week', value: chosen(choices, form.weekOf || today),
      change: (event) => set({ weekOf: value(event) }) },
    choices.map((each) => h('option', { key: each, value: each }, day(`${each}T12:00`))))),
  ];
}

/**
 * Shows the fields of one time.
 * @param {ScheduleTimes} times @param {number} index @param {(change: Partial<ScheduleTimes>) => Action} change @param {Action} [removal] of the time
 * @returns {Child}
 */
function whenRows({ at, on }, index, change, removal) {
  const label = index ? words.atOf(index + 1) : words.at;
  return [
    h('label', { class: 'row', key: `at-${index}` }, h('span', {}, label), h('input', { id: index ? `plan-at-${index}` : 'plan-at', type: 'time', required: true, value: at,
      input: (event) => change({ at: value(event) }) })),
    h('fieldset', { class: 'row days', key: `on-${index}` }, h('legend', {}, index ? words.onOf(index + 1) : words.on), days.map((each) => h('label', { key: each, class: 'day', title: named(each, 'long') },
      h('input', { type: 'checkbox', 'aria-label': named(each, 'long'), checked: on.includes(each),
        change: change({ on: on.includes(each) ? on.filter((other) => other !== each) : [...on, each] }) }),
      h('span', { 'aria-hidden': 'true' }, named(each, 'short'))))),
    removal && button([icon('minus'), words.removeTime(index + 1)], removal, { class: 'row action', key: `remove-${index}` }),
  ];
}

/**
 * Shows the next times in the reader's zone, in a space that does not change.
 * @param {Plan} plan @param {boolean} isForm @returns {Child}
 */
function nextTimes({ form, times, timesProblem, isTouched }, isForm) {
  const isHere = Intl.DateTimeFormat().resolvedOptions().timeZone === form.zone;
  return section(words.next, [
    timesProblem ? h('p', { class: 'row problem', role: 'alert' }, timesProblem)
      : h('ul', {}, times.slice(0, previewed).map((time) => h('li', { key: time, class: 'row' }, icon('calendar'), h('time', { class: 'grow', datetime: time }, moment(time),
        !isHere && h('span', { class: 'quiet block small' }, inZone(time, form.zone)))))),
  ], { class: 'dates', key: 'dates', 'data-hint': isForm && isTouched && form.source !== 'none' ? words.preview : null });
}

/** @param {string} time @param {string} zone */
function inZone(time, zone) {
  try {
    return words.there(new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(time)), zone);
  } catch {
    // The zone is being typed, or this browser does not know it.
    return '';
  }
}

/**
 * Shows the fields of the breaks.
 * @param {Plan} plan @returns {Child}
 */
function breaks(plan) {
  const { breaks: all } = plan.form;
  const changed = (/** @type {number} */ index, /** @type {Partial<ScheduleBreak>} */ change) =>
    set({ breaks: all.map((each, place) => (place === index ? { ...each, ...change } : each)) });
  const isWrong = plan.field === 'breaks' ? 'true' : null;
  return [
    section(words.breaks, [
      all.map(({ name, from, to }, index) => [
        h('label', { class: 'row', key: `name-${index}` }, h('span', {}, words.breakName(index + 1)), h('input', { id: `break-name-${index}`, value: name, required: true, maxlength: '100', autocomplete: 'off', placeholder: words.breakHint,
          'aria-invalid': isWrong, input: (event) => changed(index, { name: value(event) }) })),
        h('label', { class: 'row', key: `from-${index}` }, h('span', {}, words.breakFrom(index + 1)), h('input', { id: `break-from-${index}`, type: 'date', value: from, required: true, max: to || null,
          'aria-invalid': isWrong, input: (event) => changed(index, { from: value(event) }) })),
        h('label', { class: 'row', key: `to-${index}` }, h('span', {}, words.breakTo(index + 1)), h('input', { id: `break-to-${index}`, type: 'date', value: to, required: true, min: from || null,
          'aria-invalid': isWrong, input: (event) => changed(index, { to: value(event) }) })),
        button([icon('minus'), words.removeBreak(index + 1)], set({ breaks: all.filter((_other, place) => place !== index) }), { class: 'row action', key: `unbreak-${index}` }),
      ]),
      all.length < maxBreaks && button([icon('plus'), words.addBreak], set({ breaks: [...all, { name: '', from: '', to: '' }] }), { class: 'row action', id: 'plan-break' }),
    ], { key: 'breaks' }),
    problemAt(plan, 'breaks'),
  ];
}

/**
 * Lists the breaks of a schedule.
 * @param {ScheduleBreak[]} all @returns {Child}
 */
const breakRows = (all) => all.map(({ name, from, to }) => row('calendar', name, [...new Set([from, to])].map((date) => day(`${date}T12:00`)).join(' – ')));

/** @param {Plan} plan @returns {Child} */
function holidays(plan) {
  const { form, it } = plan;
  const known = it?.holidays;
  const isChoice = form.source !== 'none';
  return [
    section(words.off, [
      known && row('calendar', words.current(known.days, known.host), ''),
      known?.problem && h('p', { class: 'row problem' }, known.problem),
      h('label', { class: 'row' }, h('span', {}, words.source), h('select', { id: 'plan-source', value: form.source,
        change: (event) => set(sourced(/** @type {any} */ (value(event)), it)) },
      (/** @type {PlanForm['source'][]} */ (known ? ['kept', 'none', 'file', 'url'] : ['none', 'file', 'url'])).map((each) => h('option', { key: each, value: each }, words.sources[each])))),
      form.source === 'file' && h('label', { class: 'row', key: 'file' }, h('span', {}, words.file), h('input', { id: 'plan-file', type: 'file', accept: '.ics,text/calendar', required: !form.ics,
        change: (event) => ({ type: 'plan.file', file: /** @type {HTMLInputElement} */ (event.target).files?.[0] }) })),
      form.source === 'url' && h('label', { class: 'row', key: 'url' }, h('span', {}, words.url), h('input', { id: 'plan-url', value: form.url, required: true, maxlength: '2048',
        inputmode: 'url', autocomplete: 'off', autocapitalize: 'off', placeholder: 'https://example.com/holidays.ics', input: (event) => set({ url: value(event) }) })),
      known && dayRows(known, form, isChoice),
    ], { key: 'holidays' }),
    problemAt(plan, 'holidays', 'observe', 'ignore', 'url', 'ics'),
    known && h('p', { class: 'quiet pad small' }, isChoice ? words.chosen : words.replaced),
  ];
}

/**
 * Returns the change of the form for another source. The calendar of the schedule begins with its own choice.
 * @param {PlanForm['source']} source @param {Schedule | undefined} it @returns {Partial<PlanForm>}
 */
function sourced(source, it) {
  const { observe, ignore } = formOf(source === 'kept' ? it : undefined);
  return { source, observe, ignore };
}

/**
 * Lists the next days off and observances. They can be chosen while the form has the calendar.
 * @param {Holidays} known @param {PlanForm} form @param {boolean} isChoice @returns {Child}
 */
function dayRows(known, { ignore, observe }, isChoice) {
  const { skipped = [], observances = [] } = known;
  const all = [...skipped.map((each) => ({ ...each, isOff: true })), ...observances.map((each) => ({ ...each, isOff: false }))]
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  // A day that was made a working day is in neither list.
  if (isChoice) for (const name of ignore) if (!all.some((each) => has([each.name], name))) all.push({ day: '', name, isOff: !has(known.ignore, name) });
  const date = (/** @type {string} */ text) => day(`${text}T12:00`);
  return h('ul', {}, all.map(({ day: on, name, isOff }) => {
    // A day off may be an observance that was chosen, and a working day may be one that was ignored.
    const isHoliday = isOff ? !has(known.observe, name) : has(known.ignore, name);
    const isOffNow = isHoliday ? !has(ignore, name) : has(observe, name);
    const text = [h('span', { class: 'grow' }, name || words.off1, on && h('span', { class: 'quiet block small' }, date(on)))];
    return h('li', { key: on + name }, isChoice && name
      ? h('label', { class: 'row off' }, h('input', { type: 'checkbox', 'aria-label': words.isOff(name), checked: isOffNow,
        change: { type: 'plan.day', name, isOff: !isOffNow } }), text)
      : h('p', { class: 'row' }, text, h('span', { class: 'quiet' }, isOff ? words.off1 : words.works)));
  }));
}

/** @param {Schedule | undefined} it */
const summary = (it) => (it ? [...[it.rule, ...(it.rule.also ?? [])].map(({ at, on }) => `${at}, ${on.map((each) => named(each, 'short')).join(', ')}`),
  ...((it.rule.everyWeeks ?? 1) > 1 ? [words.weeks(it.rule.everyWeeks ?? 1)] : []), it.rule.zone].join('; ') : words.none);

/** @param {Plan} plan @returns {Child} */
function reading(plan) {
  const { it } = plan;
  if (plan.problem) return shown(plan.problem);
  if (!it) return empty(words.none, words.noneHint);
  return [
    section('', [row('clock', words.at, summary(it)), row('gear', words.mode, words.modes[it.mode]),
      it.closesAfterMs && row('clock', words.closes, words.after(it.closesAfterMs)),
      it.asksLocally && row('clock', words.asked, words.askedLocally),
      it.remindMs && row('clock', words.remind, words.before(it.remindMs))], { 'aria-label': words.title }),
    nextTimes(plan, false),
    it.breaks && section(words.breaks, breakRows(it.breaks)),
    it.holidays && section(words.off, dayRows(it.holidays, plan.form, false)),
    h('p', { class: 'quiet pad' }, words.observer),
  ];
}

/** @type {Part['sheets']} */
export const sheets = {
  removeSchedule: () => question('removeSchedule', words.removeTitle, words.removeMessage, [
    { label: words.remove, action: { type: 'plan.remove' }, isDestructive: true }, { label: w.cancel, action: dismiss }], dismiss),
};
