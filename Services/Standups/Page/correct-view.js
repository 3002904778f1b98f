// Shows the transcript of a past meeting with a button that corrects each line, and the form of one line.
import { h } from '../../Gateway/Page/dom.js';
import { button, problem, value } from '../../Gateway/Page/view-parts.js';
import { clock, person, w } from '../../Gateway/Page/words.js';
import { lineID } from './correct.js';
import { words } from './correct-words.js';
import { lineOf } from './pages.js';
import { short } from './transcript.js';

/**
 * Returns the people to whom a line can be reassigned: those who took part, who were absent, and who spoke.
 * @param {Meeting} meeting @param {Segment[]} segments @param {Attendee[]} others of the standup, if the attendees are unknown
 */
function speakers({ attendees, absent = [] }, segments, others) {
  const spoke = segments.flatMap(({ attendee, speaker, heardAttendee, heardSpeaker = '' }) => [
    { id: attendee, name: speaker }, ...(heardAttendee ? [{ id: heardAttendee, name: heardSpeaker }] : [])]);
  const all = [...(attendees ?? []), ...absent, ...spoke, ...(attendees ? [] : others)];
  const seen = new Map();
  for (const each of all) if (!seen.has(each.id)) seen.set(each.id, each);
  return [...seen.values()];
}

/**
 * The recognised words of a corrected line; nothing for other lines.
 * @param {Segment} line @returns {Child}
 */
function heard({ text, heard: original, heardAttendee, heardSpeaker = '' }) {
  const said = original ?? text;
  if (said === text && !heardAttendee) return null;
  return h('p', { class: 'quiet small', dir: 'auto' }, heardAttendee ? words.heardAs(person(heardSpeaker), said) : words.heard(said));
}

/**
 * Shows the lines of a past meeting, which can be corrected.
 * @param {State} state @param {string} standup @param {Meeting} meeting @returns {Child}
 */
export function correctable(state, standup, meeting) {
  const known = state.standups.get(standup)?.standup;
  const parts = [meeting, ...(meeting.more ?? [])];
  const people = speakers(meeting, parts.flatMap(({ segments }) => segments), known?.attendees ?? []);
  const form = state.correcting?.form;
  let last = '';
  return [h('p', { class: 'quiet small' }, words.hint), parts.flatMap(({ segments }, index) => segments.map((line, position) => {
    const place = { standup, meeting: meeting.id, part: index + 1, line: position };
    const isNew = line.attendee !== last;
    last = line.attendee;
    const isOpen = form?.place.meeting === meeting.id && form.place.part === place.part && form.place.line === position;
    const kept = state.correcting?.kept?.get(lineID(place));
    return h('div', { class: 'line', key: lineID(place) },
      isNew && h('p', { class: 'speaker' }, h('strong', { dir: 'auto' }, person(line.speaker)), ' ', h('span', { class: 'quiet' }, clock(line.fromMs))),
      isOpen ? edited(state, form, people) : h('div', { class: 'said' },
        h('div', { class: 'grow' }, h('p', { dir: 'auto', lang: known?.language }, line.text), heard(line),
          kept && h('p', { class: 'small', dir: 'auto' }, words.unsaved(short(kept.text)))),
        button(words.edit, { type: 'correct.open', place }, { id: lineID(place), class: 'plain', 'aria-label': words.editOf(short(line.text)) })));
  }))];
}

/** @param {State} state @param {LineForm} form @param {Attendee[]} people */
function edited(state, form, people) {
  const line = lineOf(state, form.place);
  const isChanged = line && (line.text !== form.base || line.attendee !== form.from);
  const isCorrected = line && (line.heard !== undefined || line.heardAttendee !== undefined);
  return h('form', { class: 'update', submit: (event) => { event.preventDefault(); return { type: 'correct.save' }; },
    keydown: (event) => (/** @type {KeyboardEvent} */ (event).key === 'Escape' && !form.isSaving ? { type: 'correct.cancel' } : null) },
    h('label', { class: 'row' }, h('span', {}, words.speaker),
      h('select', { id: 'correct-for', value: form.attendee, change: (event) => ({ type: 'correct.for', attendee: value(event) }) },
        people.map(({ id, name }) => h('option', { key: id, value: id }, person(name))))),
    h('textarea', { id: 'correct-text', dir: 'auto', lang: state.standups.get(form.place.standup)?.standup.language, rows: '3', value: form.text, 'aria-label': words.text,
      'aria-describedby': form.problem ? 'correct-problem' : null, 'aria-invalid': form.problem ? 'true' : null,
      input: (event) => ({ type: 'correct.text', text: value(event) }) }),
    line && heard(line),
    isChanged && !form.isSaving && h('p', { class: 'quiet small', role: 'status' }, words.changed(short(line.text))),
    form.problem && h('div', { id: 'correct-problem' }, problem(form.problem)),
    h('div', { class: 'choices' },
      h('button', { class: 'primary', disabled: form.isSaving || !form.text.trim() }, form.isSaving ? words.saving : words.save),
      isCorrected && button(words.restore, { type: 'correct.restore' }, { disabled: form.isSaving }),
      button(w.cancel, { type: 'correct.cancel' })));
}
