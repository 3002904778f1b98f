// Past meetings. The search is loaded with them.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange, mayDelete } from '../../Gateway/Page/state.js';
import { button, empty, loading } from '../../Gateway/Page/view-parts.js';
import { dismiss, head, icon, question, row, section } from '../../Gateway/Page/view-rows.js';
import { clock, day, duration, time, title, w } from '../../Gateway/Page/words.js';
import { fileSafe, isoDay, two } from '../../Gateway/Page/words-later.js';
import { correctHandlers } from './correct.js';
import { correctable } from './correct-view.js';
import { words as correct } from './correct-words.js';
import { pastNotes } from './notes.js';
import { pastMeeting } from './pages.js';
import { called } from './people.js';
import { found, search, searchHandlers } from './search.js';
import { turns } from './transcript.js';
import { pastUpdates } from './updates-view.js';
import { words } from './words-later.js';

export { noteEvents as events } from './notes.js';
export { found, marked } from './search.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  if (place.kind === 'meeting') return past(state, place, depth);
  return place.kind === 'search' && found(state, place, depth);
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  if (place.kind !== 'search') return [];
  return place.query.trim() && state.search?.query !== place.query ? search(state, place.query, 0) : [];
}

/** @type {Handlers} */
export const handlers = {
  ...correctHandlers,
  ...searchHandlers,
  deleteMeeting(state) {
    const { sheet } = state;
    if (sheet?.kind !== 'deleteMeeting') return [];
    state.sheet = null;
    return [command('standups.deleteMeeting', { standup: sheet.standup, meeting: sheet.meeting },
      { type: 'meetingDeleted' })];
  },
  'minutes.save': (state, { path, name }) => [{ type: 'save', path, name }],
  meetingDeleted: (state, { error }) => (error ? tell(error.message, true) : []),
};

/** @type {Part['sheets']} */
export const sheets = {
  deleteMeeting: () => question('deleteMeeting', words.past.deleteTitle, words.past.deleteMessage, [
    { label: words.past.delete, action: { type: 'deleteMeeting' }, isDestructive: true }, { label: w.cancel, action: dismiss },
  ], dismiss),
};

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
  const present = meeting.attendees ?? state.standups.get(standup)?.standup.attendees ?? [];
  const away = meeting.absent ?? [];
  const people = [...present, ...away.filter(({ id: who }) => present.every((each) => each.id !== who))];
  const spoke = (/** @type {string} */ who) => (meeting.turns ?? []).filter(({ attendee }) => attendee === who).reduce((sum, turn) => sum + turn.toMs - turn.fromMs,
    0);
  const isShortened = !!page?.shortened.includes(id);
  const mayCorrect = mayChange(state) && !isShortened && segments.length > 0;
  const isCorrecting = mayCorrect && state.correcting?.meeting === id;
  return [
    head(depth, day(meeting.date), parent,
      h('a', { class: 'round', href: `/api/standups/${standup}/meetings/${id}.md`, download: true,
        click: (event) => save(event, `/api/standups/${standup}/meetings/${id}.md`, fileName(state.standups.get(standup)?.standup.title ?? '', meeting.date)),
        'aria-label': words.past.download, title: words.past.download }, icon('save')),
      mayDelete(state) && button(icon('trash'),
        { type: 'sheet', sheet: { kind: 'deleteMeeting', standup, meeting: id } },
        { class: 'round', 'aria-label': words.past.delete, title: words.past.delete })),
    h('p', { class: 'quiet pad' },
      [time(meeting.date), meeting.durationMs !== undefined && duration(meeting.durationMs),
      !!meeting.plannedMs && words.past.planned(duration(meeting.plannedMs)), !!meeting.pausedMs && words.past.paused(duration(meeting.pausedMs)),
      meeting.ending && words.past[meeting.ending]].filter(Boolean).join(' · ')),
    section(words.past.attendees,
      h('ul', {}, people.map((attendee) => h('li', { key: attendee.id },
      row('person', called(state, attendee), [away.some(({ id: who }) => who === attendee.id) && words.people.is.away,
        meeting.late?.includes(attendee.id) && words.people.late,
        meeting.turns && present.includes(attendee) && clock(spoke(attendee.id))].filter(Boolean).join(' · ')))))),
    pastUpdates(state, meeting),
    pastNotes(meeting),
    meeting.ending !== 'written' && h('section', { class: 'words' },
      h('div', { class: 'titled' }, h('h2', {}, words.past.transcript), mayCorrect
        && button(isCorrecting ? correct.end : correct.begin, isCorrecting ? { type: 'correct.end' } : { type: 'correct.begin', meeting: id },
          { id: 'correct', class: 'plain', 'aria-label': isCorrecting ? null : correct.beginLabel })),
      isShortened ? h('p', {}, words.past.shortened)
        : segments.length ? (isCorrecting ? correctable(state, standup, meeting) : turns(segments, state.standups.get(standup)?.standup.language))
          : h('p', { class: text.trim() ? 'turn' : 'quiet' }, text.trim() || words.past.nothing),
      mark && h('p', { class: 'problem' }, mark)),
  ];
}

/**
 * Returns the name of the file with the minutes: the title, and the date and time in the reader's zone.
 * @param {string} name @param {string} date
 */
export function fileName(name, date) {
  const it = new Date(date);
  return `${fileSafe(title(name))} ${isoDay(it)} ${two(it.getHours())}.${two(it.getMinutes())}.md`;
}

/**
 * Downloads a file under a name of the page's choice; the name in the response has the id of the meeting.
 * @param {Event} event @param {string} path @param {string} name @returns {Action}
 */
function save(event, path, name) {
  event.preventDefault();
  return { type: 'minutes.save', path, name };
}
