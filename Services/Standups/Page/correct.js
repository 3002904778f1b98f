// Corrections of the transcript of a past meeting: the words of a line, and who spoke it.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { words } from './correct-words.js';
import { lineOf, replaceLine } from './pages.js';

/** @param {LinePlace} place */
export const lineID = ({ part, line }) => `line-${part}-${line}`;

/** @param {LinePlace} place @param {LinePlace} other */
const isSame = (place, other) => place.meeting === other.meeting && place.part === other.part && place.line === other.line;

/**
 * Sends a correction of a line.
 * @param {LinePlace} place @param {Segment} was the line as it is shown @param {object} change @param {string} as
 * @param {LineForm} [sent] form whose text is sent
 */
const send = ({ standup, meeting, part, line }, was, change, as, sent) => command('meetings.correctLine', {
  standup, meeting, ...(part > 1 && { part }), line, was: { attendee: was.attendee, fromMs: was.fromMs, text: was.text }, ...change,
}, { type: as, place: { standup, meeting, part, line }, before: { ...was }, sent });

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
  return [send(form.place, was, body, 'correct.saved', form)];
}

/**
 * True if the form has a change that is not saved.
 * @param {LineForm} form
 */
const isUnsaved = ({ text, base, attendee, from }) => text !== base || attendee !== from;

/**
 * Keeps the form of a line while another one is open, if it has a change that is not saved.
 * @param {Correcting} correcting
 */
function keep(correcting) {
  const { form } = correcting;
  if (form && isUnsaved(form)) (correcting.kept ??= new Map()).set(lineID(form.place), form);
  correcting.form = null;
}

/**
 * Ends the corrections, and offers to resume them if there is unsaved text.
 * @param {State} state @returns {Effect[]}
 */
function leave(state) {
  const { correcting } = state;
  state.correcting = null;
  if (!correcting) return [];
  keep(correcting);
  // A correction that is being saved is reported when it is saved or rejected.
  for (const [line, { isSaving }] of correcting.kept ?? []) if (isSaving) correcting.kept?.delete(line);
  const count = correcting.kept?.size ?? 0;
  if (!count) return [];
  return [{ type: 'act', action: { type: 'notice', text: words.dropped(count), offer: resuming(correcting) } }];
}

/** @param {Correcting} correcting */
const resuming = (correcting) => ({ label: words.resume, action: { type: 'correct.resume', correcting } });

/**
 * Keeps the text of a rejected correction whose form is closed.
 * @param {State} state @param {LineForm} sent @param {string} problem @returns {Effect[]}
 */
function keepRejected({ correcting }, sent, problem) {
  if (!isUnsaved(sent)) return tell(problem, true);
  const { meeting } = sent.place;
  const its = correcting?.meeting === meeting ? correcting : { meeting, form: null };
  (its.kept ??= new Map()).set(lineID(sent.place), Object.assign(sent, { isSaving: false, problem }));
  if (its === correcting) return tell(problem, true);
  return [{ type: 'act', action: { type: 'notice', text: problem, isProblem: true, offer: resuming(its) } }];
}

/**
 * Closes the form, and drops its text.
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
    const effects = leave(state);
    state.correcting = { meeting, form: null };
    return [{ type: 'focus', id: 'correct' }, ...effects];
  },
  'correct.end': (state) => [{ type: 'focus', id: 'correct' }, ...leave(state)],
  'correct.resume'(state, { correcting }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.correcting !== correcting);
    if (!mayChange(state)) return [];
    const effects = leave(state);
    state.correcting = correcting;
    return [{ type: 'focus', id: 'correct' }, ...effects];
  },
  'correct.open'(state, { place }) {
    const was = lineOf(state, place);
    const { correcting } = state;
    if (!correcting || !was) return [];
    keep(correcting);
    const kept = correcting.kept?.get(lineID(place));
    correcting.kept?.delete(lineID(place));
    correcting.form = kept ?? { place, base: was.text, text: was.text, from: was.attendee, attendee: was.attendee, isSaving: false, problem: '' };
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
  'correct.saved'(state, { place, before, sent, reply, error }) {
    const open = state.correcting?.form;
    const isShown = !!open && isSame(open.place, place);
    const kept = state.correcting?.meeting === place.meeting ? state.correcting?.kept : undefined;
    const form = isShown ? open : kept?.get(lineID(place));
    if (form) form.isSaving = false;
    if (error) {
      if (!isShown) return keepRejected(state, sent, error.message);
      open.problem = error.message;
      return [];
    }
    if (!isShown) kept?.delete(lineID(place));
    show(state, place, reply.segment);
    const offer = { label: words.undo, action: { type: 'correct.undo', place, before, now: reply.segment } };
    return [...(isShown ? close(state) : []), { type: 'act', action: { type: 'notice', text: words.saved, offer } }];
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
