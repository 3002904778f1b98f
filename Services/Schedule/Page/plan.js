// The schedule of a standup: its actions. plan-view.js shows it.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { begin, finish } from '../../Gateway/Page/view-form.js';
import { body, fields, formOf, has, isWhole, previewed, rule, trial } from './plan-rules.js';
import { words } from './words.js';

export { sheets, view } from './plan-view.js';

/** Maximum size of a calendar, in bytes. */
const maxBytes = 262_144;

/** @param {string} subject */
const read = (subject) => command('schedule.get', { subject }, { type: 'plan.read', subject });

/** @param {Plan} plan @returns {Effect[]} */
function preview(plan) {
  const asked = trial(plan.form);
  if (!isWhole(asked.rule) || !asked.rule.zone) {
    Object.assign(plan, { times: [], timesProblem: asked.rule.on.length ? '' : words.noDays });
    return [];
  }
  return [command('schedule.next', { ...asked, count: previewed }, { type: 'plan.times', asked: JSON.stringify(asked) })];
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  if (place.kind !== 'schedule') return [];
  if (state.plan?.subject !== place.standup) state.plan = null;
  return [read(place.standup)];
}

/** @param {State} state @param {any} data @param {CloudEvent} event */
const changed = (state, data, { subject }) => (state.plan?.subject === subject && state.place.kind === 'schedule' && !state.plan.isBusy ? [read(subject)] : []);

/** @type {Record<string, EventHandler>} */
export const events = { 'schedule.changed': changed, 'schedule.removed': changed };

/** @param {State} state */
const shown = ({ plan, place }) => (plan && place.kind === 'schedule' && plan.subject === place.standup ? plan : null);

/**
 * Returns the settings that a form shows, so that they can be compared.
 * @param {Schedule | undefined} it
 */
const settings = (it) => JSON.stringify([it?.rule, it?.mode, it?.remindMs, it?.closesAfterMs, it?.asksLocally, it?.breaks]);

/** @type {Handlers} */
export const handlers = {
  'plan.read'(state, { subject, reply, error }) {
    const before = state.plan?.subject === subject ? state.plan : null;
    const problem = error && error.code !== 'not_found' ? error.message : '';
    if (before?.isTouched && !problem) {
      // The text in the form stays; a change by another person is reported next to it.
      before.isChanged ||= settings(before.it) !== settings(reply);
      before.it = reply;
      return [];
    }
    state.plan = { subject, it: reply, form: formOf(reply), times: reply?.next ?? [], timesProblem: problem, isTouched: false, isChanged: false, isBusy: false, problem, field: '' };
    return reply || problem || !mayChange(state) ? [] : preview(state.plan);
  },
  'plan.set'(state, { change }) {
    const plan = shown(state);
    if (!plan) return [];
    Object.assign(plan.form, change);
    Object.assign(plan, { isTouched: true, problem: '', field: '' });
    const isRule = ['also', 'at', 'on', 'zone', 'everyWeeks', 'weekOf', 'breaks'].some((each) => each in change);
    return isRule ? [{ type: 'after', ms: 300, action: { type: 'plan.settled', asked: JSON.stringify(trial(plan.form)) } }] : [];
  },
  'plan.settled'(state, { asked }) {
    const plan = shown(state);
    return plan && JSON.stringify(trial(plan.form)) === asked ? preview(plan) : [];
  },
  'plan.times'(state, { asked, reply, error }) {
    const plan = shown(state);
    if (!plan || JSON.stringify(trial(plan.form)) !== asked) return;
    Object.assign(plan, { times: reply?.times ?? [], timesProblem: error?.message ?? '' });
  },
  'plan.file'(state, { file }) {
    if (!file) return [];
    if (file.size > maxBytes) return [{ type: 'act', action: { type: 'plan.refused', message: words.tooLarge } }];
    return [{ type: 'text', file, as: { type: 'plan.text' } }];
  },
  'plan.text'(state, { text, problem }) {
    if (problem) return [{ type: 'act', action: { type: 'plan.refused', message: problem } }];
    return [{ type: 'act', action: { type: 'plan.set', change: { ics: text, observe: [], ignore: [] } } }];
  },
  'plan.refused'(state, { message }) {
    const plan = shown(state);
    if (plan) Object.assign(plan, { problem: message, field: 'holidays' });
  },
  // Makes a day of the calendar a day off, or a working day.
  'plan.day'(state, { name, isOff }) {
    const form = shown(state)?.form;
    if (!form) return [];
    const [from, to] = isOff ? /** @type {const} */ (['ignore', 'observe']) : /** @type {const} */ (['observe', 'ignore']);
    const isUndone = has(form[from], name);
    return [{ type: 'act', action: { type: 'plan.set', change: isUndone ? { [from]: form[from].filter((each) => !has([each], name)) } : { [to]: [...form[to], name] } } }];
  },
  'plan.theirs'(state) {
    const plan = shown(state);
    if (!plan) return [];
    plan.isTouched = false;
    return [read(plan.subject)];
  },
  'plan.save'(state) {
    const plan = shown(state);
    if (!plan || plan.isBusy) return [];
    if (!isWhole(rule(plan.form))) {
      Object.assign(plan, { problem: words.noDays, field: 'on' });
      return [];
    }
    begin(plan);
    return [command('schedule.set', body(plan.subject, plan.form, plan.it), { type: 'plan.saved', subject: plan.subject })];
  },
  'plan.saved'(state, { subject, reply, error }) {
    const { plan } = state;
    if (!plan || plan.subject !== subject) return [];
    finish(plan, error, fields);
    if (error) return [];
    Object.assign(plan, { it: reply, form: formOf(reply), times: reply.next, timesProblem: '', isTouched: false, isChanged: false });
    return [...tell(words.saved), ...(reply.holidays && !reply.holidays.skipped?.length && !reply.holidays.observances?.length ? [read(subject)] : [])];
  },
  'plan.remove'(state) {
    state.sheet = null;
    const plan = shown(state);
    return plan ? [command('schedule.remove', { subject: plan.subject }, { type: 'plan.removed', subject: plan.subject })] : [];
  },
  'plan.removed'(state, { subject, error }) {
    if (error && error.code !== 'not_found') return tell(error.message, true);
    state.plan = null;
    return [...tell(words.removed), read(subject)];
  },
};
