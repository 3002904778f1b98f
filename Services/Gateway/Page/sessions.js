// Browsers that are logged in, and links to the calendar. Operators see and end all of them.
import { h } from './dom.js';
import { command, tell } from './navigate.js';
import { mayOperate } from './state.js';
import { begin, field, finish, form } from './view-form.js';
import { button, empty, problem as shown, waiting } from './view-parts.js';
import { dialog, dismiss, head, icon, secret, section, titleOf } from './view-rows.js';
import { moment, person, w } from './words.js';
import { words as later } from './words-later.js';

const { roles, sessions: words } = later;

const read = () => command('gateway.sessions', {}, { type: 'sessions.read' });

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind === 'sessions' && mayOperate(state) ? [read()] : []);

/** @param {State} state */
const changed = (state) => (state.place.kind === 'sessions' && mayOperate(state) ? [read()] : []);

/** @type {Record<string, EventHandler>} */
export const events = { 'login.began': changed, 'login.ended': changed };

/** @type {Handlers} */
export const handlers = {
  'sessions.read'(state, { reply, error }) {
    state.sessions = reply ? { all: reply.sessions } : { all: state.sessions?.all, problem: error.message };
  },
  'sessions.submit'({ sheet }, { data }) {
    if ((sheet?.kind !== 'calendar' && sheet?.kind !== 'endSession') || sheet.isBusy) return [];
    begin(sheet);
    const as = { type: 'sessions.submitted', sheet };
    return [sheet.kind === 'calendar' ? command('gateway.calendar', { name: data.name }, as) : command('gateway.revoke', { id: sheet.session.id }, as)];
  },
  'sessions.submitted'(state, { sheet, reply, error }) {
    finish(sheet, error, ['name']);
    if (error) return [];
    if (sheet.kind === 'calendar') Object.assign(sheet, { reply, copied: '' });
    else if (state.sheet === sheet) state.sheet = null;
    return [...(sheet.kind === 'endSession' ? tell((sheet.session.isCalendar ? words.revoked : words.ended)(person(sheet.session.name))) : []), read()];
  },
};

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const parent = /** @type {Place} */ ({ kind: 'list' });
  if (!mayOperate(state)) return [head(depth, titleOf('sessions'), parent), empty(words.denied)];
  const { all, problem } = state.sessions ?? {};
  const rows = (/** @type {boolean} */ isCalendar) => (all ?? []).filter((each) => !!each.isCalendar === isCalendar);
  const list = (/** @type {WebSession[]} */ some, /** @type {string} */ none) => (some.length
    ? h('ul', {}, some.map((each) => sessionRow(state, each))) : h('p', { class: 'row quiet' }, none));
  return [
    head(depth, titleOf('sessions'), parent),
    shown(problem),
    !all ? !problem && waiting : [
      section(words.browsers, list(rows(false), words.none)),
      section(words.calendars, [list(rows(true), words.noCalendars),
        button([icon('plus'), words.addCalendar], { type: 'sheet', sheet: { kind: 'calendar' } }, { class: 'row action' })]),
    ],
  ];
}

/** @param {State} state @param {WebSession} session @returns {Child} */
function sessionRow(state, session) {
  const { id, name, role, isCalendar, began, expires } = session;
  const isOwn = state.me?.session === id;
  return h('li', { class: 'row', key: id }, icon(isCalendar ? 'calendar' : 'person'),
    h('span', { class: 'grow' }, person(name), isOwn && ` (${words.this})`,
      h('span', { class: 'quiet block small' }, [roles[role ?? ''] ?? role, words.since(moment(began)), words.until(moment(expires))].filter(Boolean).join(' · '))),
    button(isCalendar ? words.revoke : words.end, { type: 'sheet', sheet: { kind: 'endSession', session } },
      { class: 'plain destructive', 'aria-label': (isCalendar ? words.revokeOf : words.endOf)(person(name)) }));
}

/** @type {Part['sheets']} */
export const sheets = {
  calendar(state, sheet) {
    const { reply } = /** @type {Sheets['calendar']} */ (sheet);
    if (reply) {
      return dialog('calendar', words.addCalendar, [h('p', {}, words.once), secret(sheet, 'calendar-link', words.link, reply.link),
        h('p', {}, words.until(moment(reply.expires))), h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
    }
    return form('calendar', words.addCalendar, [h('p', {}, words.calendarHint),
      field(sheet, words.name, 'name', state.me?.name, { required: true, maxlength: '64' })], sheet, words.create, 'sessions.submit');
  },
  endSession(state, sheet) {
    const { session } = /** @type {Sheets['endSession']} */ (sheet);
    const { isCalendar, name, id } = session;
    return form('endSession', (isCalendar ? words.revokeTitle : words.endTitle)(person(name)),
      h('p', {}, isCalendar ? words.revokeMessage : state.me?.session === id ? words.endOwn : words.endMessage), sheet,
      isCalendar ? words.revoke : words.end, 'sessions.submit', true);
  },
};
