// Past meetings, search results, and recording settings of a standup.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { liveOf, mayChange, pastMeeting } from '../../Gateway/Page/state.js';
import { button, empty, find, loading } from '../../Gateway/Page/view-parts.js';
import { head, icon, row, section, there } from '../../Gateway/Page/view-rows.js';
import { turns } from './live-view.js';
import { pastNotes } from './notes-view.js';
import { clock, day, duration, person, time, title, w } from '../../Gateway/Page/words.js';
import { words } from './words-past.js';

/**
 * Total length of the turns, in milliseconds. The meeting's clock, `durationMs`, is longer if turns were skipped: it
 * jumps to the start of the next turn.
 * @param {Meeting} meeting
 */
export const lasted = ({ turns, durationMs }) => turns?.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) ?? durationMs;

/** @param {State} state @param {Extract<Place, { kind: 'meeting' }>} place @param {number} depth @returns {Child} */
export function past(state, { standup, meeting: id }, depth) {
  const meeting = pastMeeting(state, standup, id);
  const page = state.pages.get(standup);
  const parent = /** @type {Place} */ ({ kind: 'standup', standup });
  if (!meeting) {
    if (page?.isLoading) return loading(depth);
    return [head(depth, words.past.title, parent), empty(words.past.isGone)];
  }
  const parts = [meeting, ...(meeting.more ?? [])];
  const transcript = parts.map((part) => part.transcript).join('');
  const segments = parts.flatMap((part) => part.segments);
  const mark = transcript.endsWith(' ❌') ? words.past.failure : transcript.endsWith(' 🔇') ? words.past.denial : '';
  const text = mark ? transcript.slice(0, transcript.lastIndexOf(' ')) : transcript;
  const people = meeting.attendees ?? state.standups.get(standup)?.standup.attendees ?? [];
  const spoke = (/** @type {string} */ who) => (meeting.turns ?? []).filter(({ attendee }) => attendee === who).reduce((sum, turn) => sum + turn.toMs - turn.fromMs,
    0);
  return [
    head(depth, day(meeting.date), parent,
      h('a', { class: 'round', href: `/api/standups/${standup}/meetings/${id}.md`, download: true,
        'aria-label': words.past.download, title: words.past.download }, icon('save')),
      mayChange(state) && button(icon('trash'),
        { type: 'sheet', sheet: { kind: 'deleteMeeting', standup, meeting: id } },
        { class: 'round', 'aria-label': w.past.delete, title: w.past.delete })),
    h('p', { class: 'quiet pad' },
      [time(meeting.date), lasted(meeting) !== undefined && duration(lasted(meeting) ?? 0),
      meeting.ending === 'timeUp' ? words.past.timeUp : meeting.ending && words.past.saved].filter(Boolean).join(' · ')),
    section(words.past.attendees,
      h('ul', {}, people.map((attendee) => h('li', { key: attendee.id },
      row('person', person(attendee.name), meeting.turns && clock(spoke(attendee.id))))))),
    pastNotes(meeting),
    h('section', { class: 'words' }, h('h2', {}, words.past.transcript),
      page?.shortened.includes(id) ? h('p', {}, words.past.shortened)
        : segments.length ? turns(segments)
          : h('p', { class: text.trim() ? 'turn' : 'quiet' }, text.trim() || words.past.nothing),
      mark && h('p', { class: 'problem' }, mark)),
  ];
}

/** @param {State} state @param {Extract<Place, { kind: 'search' }>} place @param {number} depth @returns {Child} */
export function found(state, { query }, depth) {
  const found = state.search;
  const isShown = found && found.query === query;
  return [
    head(depth, words.search.title, { kind: 'list' }),
    find(state, 'search-here', words.search.title),
    !query.trim() || !isShown ? h('p', { class: 'quiet pad' }, words.search.hint)
      : found.problem ? h('p', { class: 'problem pad', role: 'alert' }, found.problem)
        : found.isLoading && !found.hits.length ? h('p', { class: 'quiet pad' }, w.loading)
          : !found.hits.length ? empty(words.search.none, words.search.hint)
            : section(words.search.found(found.total), [
              found.hits.map((hit) => hitRow(hit, path(held(hit)))),
              found.hits.length < found.total && button(w.more, { type: 'search.more' }, { class: 'row plain' }),
            ]),
    isShown && state.cells?.query === query && state.cells.all.map((cell) => foundThere(cell, query)),
  ];
}

/** @param {any} hit @returns {Place} */
const held = ({ standup, meeting }) => ({ kind: 'meeting', standup, meeting: meeting.id });

/** @param {any} hit @param {string | null} href */
const hitRow = (hit, href) => h(href ? 'a' : 'div', { key: hit.meeting.id, class: 'row link hit', href },
  h('span', { class: 'grow' }, h('strong', {}, title(hit.title)), ' ',
    h('span', { class: 'quiet' }, day(hit.meeting.date)), h('br', {}), marked(hit.snippet)), href && icon('go'));

/**
 * Shows the search results of another cell.
 * @param {OtherCell} cell @param {string} query @returns {Child}
 */
function foundThere({ name, web, hits, total, lost }, query) {
  if (lost) return h('p', { key: name, class: 'problem pad' }, words.search.lost(name, lost));
  const all = there(web, { kind: 'search', query });
  return hits.length > 0 && section(words.search.there(name, total), [hits.map((hit) => hitRow(hit, there(web, held(hit)))),
    hits.length < total && all && h('a', { class: 'row link', href: all }, w.more)], { key: name });
}

/**
 * Marks the found words, which are enclosed in U+0002 and U+0003.
 * @param {string} snippet @returns {Child[]}
 */
export const marked = (snippet) => snippet.split(/([\u0002][^\u0003]*[\u0003])/).map((part) =>
  (part.startsWith('\u0002') ? h('mark', {}, part.slice(1, -1)) : part));

/** @param {State} state @param {string} standup @param {number} depth @returns {Child} */
export function settings(state, standup, depth) {
  const known = state.settings.get(standup);
  const choice = (/** @type {string} */ label, /** @type {boolean | null} */ isGranted, /** @type {string} */ status) =>
    button(label, { type: 'settings.set', isGranted },
      { class: 'row choice', 'aria-pressed': String(known?.status === status),
      disabled: known?.status === 'restricted' });
  return [
    head(depth, words.settings.title, { kind: 'standup', standup }),
    h('p', { class: 'pad', role: 'status' }, known ? words.settings.status[known.status] : w.loading, ' ', known?.reason,
      ' ', liveOf(state, standup)?.isRecording && words.settings.now),
    known && mayChange(state)
      && section('', [choice(words.settings.allow, true, 'authorized'), choice(words.settings.deny, false, 'denied'),
      choice(words.settings.ask, null, 'notDetermined')]),
    known && h('p', { class: 'quiet pad' }, words.settings.hint),
  ];
}
