// Shows written updates: on the page of a standup, in a turn, and in a past meeting.
import { h } from '../../Gateway/Page/dom.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, problem, value } from '../../Gateway/Page/view-parts.js';
import { section } from '../../Gateway/Page/view-rows.js';
import { moment, person, w } from '../../Gateway/Page/words.js';
import { dictation } from '../../Transcription/Page/dictate-control.js';
import { called } from './people.js';
import { longest, updateOf, waiting } from './updates.js';
import { words } from './updates-words.js';

/** Number of characters left from which on it is shown. */
const nearEnd = 400;

/**
 * Shows one update with the name of its attendee, and what follows it.
 * @param {Child} name @param {WrittenUpdate} update @param {Child} [rest]
 */
const item = (name, { attendee, text, atMs }, rest) => h('li', { class: 'row update', key: attendee.id },
  h('div', { class: 'grow' }, h('p', {}, h('strong', {}, name), ' ',
    h('span', { class: 'quiet small' }, moment(new Date(atMs).toISOString()))), h('p', { class: 'turn', dir: 'auto' }, text)), rest);

/**
 * Shows the updates that wait for the next meeting, and the form that writes one.
 * @param {State} state @param {Standup} standup @returns {Child}
 */
export function standupUpdates(state, standup) {
  const may = mayChange(state);
  const shown = waiting(state, standup.id);
  const draft = may && state.writing.get(standup.id);
  if (!shown.length && !may) return null;
  return section(words.title, [
    shown.length > 0 && h('ul', {}, shown.map((update) => entry(state, standup, update, may))),
    !shown.length && !draft && h('p', { class: 'row quiet' }, words.hint),
    draft ? form(state, standup, draft)
      : may && button(words.write, { type: 'update.open', standup: standup.id, attendee: whose(state, standup) },
        { id: 'write-update', class: 'row plain' }),
  ]);
}

/** @param {State} state @param {Standup} standup @param {WrittenUpdate} update @param {boolean} may */
function entry(state, standup, update, may) {
  const { id } = update.attendee;
  const attendee = standup.attendees.find((each) => each.id === id) ?? update.attendee;
  const name = person(attendee.name);
  return item(called(state, attendee), update, may && h('span', { class: 'tools' },
    button(words.edit, { type: 'update.open', standup: standup.id, attendee: id }, { class: 'plain', 'aria-label': words.editOf(name) }),
    button(words.remove, { type: 'update.remove', standup: standup.id, attendee: id },
      { class: 'plain', 'aria-label': words.removeOf(name) })));
}

/**
 * Returns the attendee whose update the form begins with: the person's own, or the first one without an update.
 * @param {State} state @param {Standup} standup
 */
function whose(state, { id, attendees }) {
  const own = state.me?.person;
  const found = attendees.find((each) => own && each.person === own)
    ?? attendees.find((each) => !updateOf(state, id, each.id)) ?? attendees[0];
  return found?.id ?? '';
}

/** @param {State} state @param {Standup} standup @param {UpdateDraft} draft */
function form(state, { id: standup, attendees }, draft) {
  const known = attendees.find(({ id }) => id === draft.attendee);
  const name = person(known?.name ?? '');
  const rest = longest - [...draft.text].length;
  const theirs = updateOf(state, standup, draft.attendee)?.text ?? '';
  return h('form', { key: 'update', class: 'update', submit: (event) => { event.preventDefault(); return { type: 'update.save', standup }; } },
    h('label', { class: 'row' }, h('span', {}, words.who),
      h('select', { id: 'update-for', value: draft.attendee, change: (event) => ({ type: 'update.for', standup, attendee: value(event) }) },
        attendees.map((each) => h('option', { key: each.id, value: each.id }, called(state, each))))),
    h('textarea', { id: 'update', dir: 'auto', rows: '5', value: draft.text, 'aria-label': words.field(name), placeholder: words.placeholder,
      'aria-describedby': draft.problem ? 'update-problem' : null, 'aria-invalid': draft.problem ? 'true' : null,
      input: (event) => ({ type: 'update.text', standup, text: value(event) }) }),
    dictation(state, standup, known),
    rest < nearEnd && h('p', { class: rest < 0 ? 'problem small pad' : 'quiet small pad', role: 'status' }, words.left(rest)),
    theirs !== draft.base && !draft.isSaving && h('p', { class: 'quiet small pad' }, words.changed),
    draft.problem && h('div', { id: 'update-problem' }, problem(draft.problem)),
    h('div', { class: 'choices' },
      h('button', { class: 'primary', disabled: draft.isSaving || !draft.text.trim() || rest < 0 }, draft.isSaving ? words.saving : words.save),
      button(w.cancel, { type: 'update.cancel', standup })));
}

/**
 * Shows the update of the current speaker, and in the last turn those of attendees who do not take part.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function turnUpdates(state, { standup, people, speaker }) {
  const current = people[speaker];
  const own = current && updateOf(state, standup.id, current.id);
  const away = speaker + 1 < people.length ? []
    : waiting(state, standup.id).filter(({ attendee }) => people.every(({ id }) => id !== attendee.id));
  return [
    own && section(words.turn(person(current.name)), h('p', { class: 'row turn', key: current.id, dir: 'auto' }, own.text)),
    away.length > 0 && section(words.away, h('ul', {}, away.map((update) => item(called(state, update.attendee), update)))),
  ];
}

/**
 * Shows the updates of a past meeting: those of the participants in the order of their turns, then those of others.
 * @param {State} state @param {Meeting} meeting @returns {Child}
 */
export function pastUpdates(state, { updates = [], attendees, ending, isErased }) {
  const silent = ending === 'written' && !isErased ? (attendees ?? []).filter(({ id }) => updates.every(({ attendee }) => attendee.id !== id)) : [];
  if (!updates.length && !silent.length) return null;
  const order = (attendees ?? []).map(({ id }) => id);
  const present = order.flatMap((id) => updates.filter(({ attendee }) => attendee.id === id));
  const rest = updates.filter((each) => !present.includes(each));
  return section(words.title, [
    h('ul', {}, [...present, ...rest].map((update) => item(
      attendees && rest.includes(update) ? words.absent(called(state, update.attendee)) : called(state, update.attendee), update))),
    silent.length > 0 && h('p', { class: 'row quiet' }, words.none(silent.map((each) => called(state, each)))),
  ]);
}
