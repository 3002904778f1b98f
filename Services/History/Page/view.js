// Views of the history: five pictures, each with a table.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { standupOf } from '../../Gateway/Page/state.js';
import { button, empty, problem, value, waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon } from '../../Gateway/Page/view-rows.js';
import { clock, day, moment, person as called, title } from '../../Gateway/Page/words.js';
import { fileSafe, isoDay } from '../../Gateway/Page/words-later.js';
import { bar, columns } from './charts.js';
import { maxStandups, usualWeeks, weeksOf } from './figures.js';
import { words } from './words.js';

const choices = [4, usualWeeks, 26, 52];

/** @param {State} state @param {string} id */
export const standupTitle = (state, id) => title(state.standups.get(id)?.standup.title ?? '');

/**
 * Returns the name of a row of speaking times: the attendee, or the standup in the history of a person.
 * @param {State} state @param {AttendeeFigures} attendee
 */
export function nameIn(state, { id, name }) {
  if (state.place.kind !== 'personHistory') return called(name);
  const found = [...state.standups.values()].find(({ standup }) => standup.attendees.some((each) => each.id === id));
  return found ? title(found.standup.title) : called(name);
}

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const { history } = state;
  const isPerson = place.kind === 'personHistory';
  const standup = standupOf(place) ?? '';
  const whose = isPerson ? personName(state, place.person) : standupTitle(state, standup);
  const parent = /** @type {Place} */ (isPerson ? { kind: 'list' } : { kind: 'standup', standup });
  const isShown = history && history.key === path(place) && history.waiting <= 0;
  return [
    head(depth, isPerson ? words.of(whose) : words.title, parent, isShown && history.meetings.length > 0
      && button(icon('save'), { type: 'history.save', name: fileName(whose, history) }, { class: 'round', 'aria-label': words.save, title: words.save })),
    h('label', { class: 'row period' }, h('span', { class: 'grow' }, words.period),
      h('select', { id: 'history-weeks', class: 'short', value: String(history?.weeks ?? usualWeeks), change: (event) => ({ type: 'history.weeks', weeks: Number(value(event)) }) },
        choices.map((weeks) => h('option', { key: String(weeks), value: String(weeks) }, words.weeks(weeks))))),
    history && problem(history.problem),
    !isShown ? waiting : [
      history.isCut && h('p', { class: 'quiet pad' }, words.cut(maxStandups)),
      history.meetings.length ? figures(state, history)
        : !history.problem && empty(words.none, words.noneHint),
    ],
  ];
}

/** @param {State} state @param {string} person */
function personName({ standups }, person) {
  for (const { standup } of standups.values()) {
    const found = standup.attendees.find((each) => each.person === person);
    if (found) return called(found.name);
  }
  return called('');
}

/**
 * Returns the name of the file: the title, and the last day in the reader's zone.
 * @param {string} name @param {MeetingHistory} history
 */
export const fileName = (name, { toMs }) => `${fileSafe(name)} history ${isoDay(new Date(toMs))}.csv`;

/**
 * Shows a picture with its table.
 * @param {string} name @param {Child} content @param {string} caption @param {string[]} header @param {Child[][]} rows
 */
const figure = (name, content, caption, header, rows) => h('section', { class: 'figure', key: name }, h('h2', {}, name),
  h('div', { class: 'group' }, h('div', { class: 'drawn' }, content, h('p', { class: 'quiet small' }, caption)),
    h('details', { class: 'data' }, h('summary', {}, words.table), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name },
      table(name, header, rows)))));

/** @param {string} name @param {string[]} header @param {Child[][]} rows */
const table = (name, header, rows) => h('table', {}, h('caption', { class: 'hidden' }, name),
  h('thead', {}, h('tr', {}, header.map((each) => h('th', { scope: 'col' }, each)))),
  h('tbody', {}, rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), rest.map((each) => h('td', {}, each))))));

/** @param {number | undefined} ms */
const length = (ms) => (ms === undefined ? words.unknown : clock(ms));

/** @param {[string, string][]} kinds @returns {Child} */
const legend = (kinds) => h('ul', { class: 'legend' }, kinds.map(([kind, name]) => h('li', {}, h('span', { class: `key ${kind}` }), name)));

/** @param {State} state @param {MeetingHistory} history @returns {Child} */
function figures(state, history) {
  const weeks = weeksOf(history);
  return [lengths(state, history), speaking(state, history), weekly(weeks), turnsOver(state, history), attendance(weeks)];
}

/** @param {State} state @param {MeetingFigures} meeting @returns {Child} */
const linkTo = (state, { standup, id, date }) => h('a', { href: path({ kind: 'meeting', standup, meeting: id }) }, moment(date),
  state.place.kind === 'personHistory' && `, ${standupTitle(state, standup)}`);

/**
 * Returns the meetings with a known value, oldest first.
 * @param {MeetingFigures[]} meetings @param {'durationMs' | 'over'} name
 */
const knownOf = (meetings, name) => meetings.filter((each) => each[name] !== undefined).sort((a, b) => Date.parse(a.date) - Date.parse(b.date));

/**
 * Returns the rows of a table of weeks, newest first.
 * @param {WeekFigures[]} weeks @param {(week: WeekFigures) => Child[]} cells
 */
const weekRows = (weeks, cells) => [...weeks].sort((a, b) => b.startMs - a.startMs)
  .map((each) => [day(new Date(each.startMs).toISOString()), String(each.meetings), ...cells(each)]);

/** @param {State} state @param {MeetingHistory} history @returns {Child} */
function lengths(state, { meetings }) {
  const known = knownOf(meetings, 'durationMs');
  const beyond = (/** @type {MeetingFigures} */ { durationMs = 0, plannedMs = Infinity }) => Math.max(0, durationMs - plannedMs);
  const over = known.filter((each) => beyond(each) > 0).length;
  const text = words.length.text(known.length, over);
  return figure(words.length.title, [
    columns(`${words.length.title}: ${text}`, known.map((each) => ({ line: each.plannedMs,
      pieces: [{ kind: 'used', value: (each.durationMs ?? 0) - beyond(each) }, { kind: 'over', value: beyond(each) }] }))),
    legend([['used', words.length.took], ['over', words.length.beyond], ['plan', words.length.planned]]),
  ], text, [words.attendance.date, words.length.took, words.length.planned, words.length.paused], meetings.map((each) => [
    linkTo(state, each), length(each.durationMs), length(each.plannedMs), length(each.pausedMs)]));
}

/** @param {State} state @param {MeetingHistory} history @returns {Child} */
function speaking(state, { attendees }) {
  const all = [...attendees].sort((a, b) => b.spokenMs - a.spokenMs);
  const most = Math.max(1, ...all.map(({ spokenMs }) => spokenMs));
  const first = words.speaking[state.place.kind === 'personHistory' ? 'standup' : 'attendee'];
  return figure(words.speaking.title, h('ul', { class: 'bars' }, all.map((each) => h('li', { key: each.id },
    h('span', { class: 'grow' }, nameIn(state, each)), h('span', { class: 'quiet' }, clock(each.spokenMs)), bar(each.spokenMs / most)))),
  all[0]?.spokenMs ? words.speaking.text(nameIn(state, all[0])) : words.speaking.nobody,
  [first, words.speaking.total, words.speaking.each, words.speaking.meetings, words.speaking.over],
  all.map((each) => [nameIn(state, each), clock(each.spokenMs), each.spoke ? clock(each.spokenMs / each.spoke) : '–', String(each.spoke), String(each.over)]));
}

/** @param {WeekFigures[]} weeks @returns {Child} */
function weekly(weeks) {
  const total = weeks.reduce((sum, { spokenMs }) => sum + spokenMs, 0);
  const text = total ? words.weekly.text(clock(total), weeks.length) : words.speaking.nobody;
  return figure(words.weekly.title,
    columns(`${words.weekly.title}: ${text}`, weeks.map(({ spokenMs }) => ({ pieces: [{ kind: 'used', value: spokenMs }] }))),
    text, [words.attendance.week, words.speaking.meetings, words.speaking.title], weekRows(weeks, ({ spokenMs }) => [clock(spokenMs)]));
}

/** @param {State} state @param {MeetingHistory} history @returns {Child} */
function turnsOver(state, { meetings }) {
  const known = knownOf(meetings, 'over');
  const text = words.turns.text(known.length, known.reduce((sum, { over = 0 }) => sum + over, 0));
  return figure(words.turns.title,
    columns(`${words.turns.title}: ${text}`, known.map(({ over = 0 }) => ({ pieces: [{ kind: 'over', value: over }] }))),
    text, [words.attendance.date, words.speaking.over],
    meetings.map((each) => [linkTo(state, each), each.over === undefined ? words.unknown : String(each.over)]));
}

/** @param {WeekFigures[]} weeks @returns {Child} */
function attendance(weeks) {
  const here = weeks.reduce((sum, { present }) => sum + present, 0);
  const all = weeks.reduce((sum, { absent }) => sum + absent, here);
  const text = all ? words.attendance.text(weeks.length, Math.round((100 * here) / all)) : words.attendance.none;
  const a = words.attendance;
  return figure(a.title, [
    columns(`${a.title}: ${text}`, weeks.map(({ present, late, absent }) => ({ pieces: [
      { kind: 'used', value: present - late }, { kind: 'late', value: late }, { kind: 'absent', value: absent }] }))),
    legend([['used', a.here], ['late', a.late], ['absent', a.absent]]),
  ], text, [a.week, words.speaking.meetings, a.here, a.late, a.absent],
  weekRows(weeks, ({ present, late, absent }) => [String(present - late), String(late), String(absent)]));
}
