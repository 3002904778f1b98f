// Corrections of the transcript of a past meeting: the words of a line, and who spoke it.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { words } from './correct-words.js';
import { lineOf, replaceLine } from './pages.js';

/** Time for which a correction can be undone, in milliseconds. */
const undoMs = 10_000;

/** @param {LinePlace} place */
export const lineID = ({ part, line }) => `line-${part}-${line}`;

/** @param {LinePlace} place @param {LinePlace} other */
const isSame = (place, other) => place.meeting === other.meeting && place.part === other.part && place.line === other.line;

/**
 * Sends a correction of a line.
 * @param {LinePlace} place @param {Segment} was the line as it is shown @param {object} change @param {string} as
 */
const send = ({ standup, meeting, part, line }, was, change, as) => command('meetings.correctLine', {
  standup, meeting, ...(part > 1 && { part }), line, was: { attendee: was.attendee, fromMs: was.fromMs, text: was.text }, ...change,
}, { type: as, place: { standup, meeting, part, line }, before: { ...was } });

/**
 * The members of a correction that makes a line as it was.
 * @param {Segment} was
 */
const back = (was) => (was.heard === undefined && was.heardAttendee === undefined ? { isHeard: true } : { text: was.text, attendee: was.attendee });

/**
 * Sends the form's correction, as the line is shown now.
 * @param {State} state @param {(was: Segment, form: LineForm) => object | null} change @returns {Effect[]}
 */
function save(state, change) {
  const form = state.correcting?.form;
  const was = form && lineOf(state, form.place);
  if (!form || !was || form.isSaving) return [];
  const body = change(was, form);
  if (!body) return close(state);
  Object.assign(form, { isSaving: true, problem: '' });
  return [send(form.place, was, body, 'correct.saved')];
}

/**
 * Closes the form.
 * @param {State} state @returns {Effect[]}
 */
function close(state) {
  const form = state.correcting?.form;
  if (!state.correcting || !form) return [];
  state.correcting.form = null;
  return [{ type: 'focus', id: lineID(form.place) }];
}

/**
 * Shows the corrected line.
 * @param {State} state @param {LinePlace} place @param {Segment} segment
 */
function show(state, place, segment) {
  const line = lineOf(state, place);
  if (line) replaceLine(line, segment);
}

/** @type {Handlers} */
export const correctHandlers = {
  'correct.begin'(state, { meeting }) {
    state.correcting = { meeting, form: null };
    return [{ type: 'focus', id: 'correct' }];
  },
  'correct.end'(state) {
    state.correcting = null;
    return [{ type: 'focus', id: 'correct' }];
  },
  'correct.open'(state, { place }) {
    const was = lineOf(state, place);
    if (!state.correcting || !was) return [];
    state.correcting.form = { place, base: was.text, text: was.text, from: was.attendee, attendee: was.attendee, isSaving: false, problem: '' };
    return [{ type: 'focus', id: 'correct-text' }];
  },
  'correct.text'({ correcting }, { text }) {
    if (correcting?.form) Object.assign(correcting.form, { text, problem: '' });
  },
  'correct.for'({ correcting }, { attendee }) {
    if (correcting?.form) Object.assign(correcting.form, { attendee, problem: '' });
  },
  'correct.cancel': close,
  'correct.save': (state) => save(state, (was, { text, attendee }) => {
    const said = text.split(/\s+/).filter(Boolean).join(' ');
    const change = { ...(said && said !== was.text && { text: said }), ...(attendee !== was.attendee && { attendee }) };
    return Object.keys(change).length ? change : null;
  }),
  'correct.restore': (state) => save(state, () => ({ isHeard: true })),
  'correct.saved'(state, { place, before, reply, error }) {
    const form = state.correcting?.form;
    const isShown = !!form && isSame(form.place, place);
    if (isShown) form.isSaving = false;
    if (error) {
      if (!isShown) return tell(error.message, true);
      form.problem = error.message;
      return [];
    }
    show(state, place, reply.segment);
    const offer = { label: words.undo, action: { type: 'correct.undo', place, before, now: reply.segment } };
    return [...(isShown ? close(state) : []), { type: 'act', action: { type: 'notice', text: words.saved, offer, ms: undoMs } }];
  },
  'correct.undo'(state, { place, before, now }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'correct.undo' || !isSame(offer.action.place, place));
    return mayChange(state) ? [send(place, now, back(before), 'correct.undone')] : [];
  },
  'correct.undone'(state, { place, reply, error }) {
    if (error) return tell(error.message, true);
    show(state, place, reply.segment);
    return [{ type: 'announce', text: words.undone }];
  },
};
