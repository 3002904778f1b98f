// Follow-ups of a turn, of a standup, and of a past meeting.
import { h } from '../../Gateway/Page/dom.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { section } from '../../Gateway/Page/view-rows.js';
import { person } from '../../Gateway/Page/words.js';
import { words } from './words-notes.js';

/**
 * Returns the attendee's current name.
 * @param {Attendee[]} people @param {FollowUp} note
 */
const name = (people, { attendee }) => person((people.find(({ id }) => id === attendee.id) ?? attendee).name);

/**
 * Lists open follow-ups, each with a button that completes it.
 * @param {State} state @param {Standup} standup @param {FollowUp[]} open @param {boolean} isNamed @returns {Child}
 */
const list = (state, standup, open, isNamed) => h('ul', {}, open.map((note) => h('li', { class: 'row', key: note.id },
  h('span', { class: 'grow' }, isNamed && [h('strong', {}, name(standup.attendees, note)), ' '], note.text),
  mayChange(state) && button(words.done, { type: 'note.done', standup: standup.id, followUp: note.id },
    { class: 'plain', 'aria-label': words.doneLabel(note.text) }))));

/** @param {State} state @param {Standup} standup @returns {Child} */
export function standupNotes(state, standup) {
  const open = state.pages.get(standup.id)?.notes ?? [];
  return open.length ? section(words.title, list(state, standup, open, true)) : null;
}

/**
 * Shows the current speaker's follow-ups, and the form that adds one.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function turnNotes(state, { standup, people, speaker, segments, isRecording, alert }) {
  const current = people[speaker];
  const open = (state.pages.get(standup.id)?.notes ?? []).filter(({ attendee }) => attendee.id === current?.id);
  const may = mayChange(state);
  if (!open.length && !may) return null;
  const hasSpoken = segments.some(({ attendee }) => attendee === current?.id);
  const seated = people.filter(({ id }, index) => people.findIndex((other) => other.id === id) === index);
  return section(open.length ? words.title : '', [
    open.length > 0 && list(state, standup, open, false),
    may && h('form', { class: 'row', submit: (event) => { event.preventDefault(); return { type: 'note.add' }; } },
      h('input', { id: 'note', value: state.noteText ?? '', maxlength: '500', autocomplete: 'off',
        'aria-label': words.label, placeholder: words.label,
        input: (event) => ({ type: 'note.text', text: /** @type {HTMLInputElement} */ (event.target).value }) }),
      h('select', { 'aria-label': words.whose, value: state.noteFor ?? '',
        change: (event) => ({ type: 'note.for', attendee: /** @type {HTMLSelectElement} */ (event.target).value }) },
        h('option', { value: '' }, words.speaker),
        seated.map(({ id, name }) => h('option', { value: id, key: id }, person(name)))),
      h('button', { class: 'plain', disabled: !state.noteText?.trim() }, words.add)),
    may && isRecording && hasSpoken && button(words.last, { type: 'note.last' },
      { class: 'row plain', disabled: !!alert }),
  ], { 'aria-label': words.title });
}

/** @param {Meeting} meeting @returns {Child} */
export const pastNotes = ({ notes }) => (notes?.length ? section(words.title, h('ul', {}, notes.map((note) => h('li',
  { class: 'row', key: note.id }, h('span', { class: 'grow' }, h('strong', {}, person(note.attendee.name)), ' ',
    note.text), note.doneMs && h('span', { class: 'quiet' }, words.isDone))))) : null);
