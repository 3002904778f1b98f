// The form of a standup: its values and its focus, with the same rules as `StandupForm`.
import { ids } from '../../Gateway/Page/ids.js';
import { isBlank } from '../../Gateway/Page/words.js';

/**
 * Returns the key of a form's draft: `new`, or the standup's id.
 * @param {Place} place
 */
export const draftKey = (place) => (place.kind === 'edit' ? place.standup : 'new');

/** Range of the slider, and the maximum length of a standup, in minutes. */
export const minutes = { least: 5, most: 30 };
export const maxMinutes = 1440;
const fields = /** @type {const} */ (['title', 'durationMs', 'theme', 'warnMs', 'mayRunOver', 'language', 'attendees']);

/** Values of a new standup, and of members that a standup omits. */
const usual = { title: '', durationMs: 300_000, theme: 'bubblegum', warnMs: 0, mayRunOver: false, language: '' };

/**
 * Returns a form with the values of a standup, or of a new standup. The title has the focus.
 * @param {Standup | null} standup
 * @returns {Draft}
 */
export function draft(standup) {
  const attendees = standup?.attendees.map(({ id, name, weight, person }) => ({ id, name, ...(weight && { weight }), ...(person && { person }) })) ?? [];
  const { title, durationMs, theme, warnMs, mayRunOver, language } = { ...usual, ...standup };
  return {
    title, durationMs, theme, warnMs, mayRunOver, language,
    attendees: attendees.length ? attendees : [blank()],
    base: standup, focus: 'title', theirs: null, problem: '', isSaving: false,
  };
}

const blank = () => ({ id: ids.next(), name: '', isNew: true });

/**
 * Returns the duration in minutes, rounded and clamped to the range of the slider.
 * @param {number} durationMs
 */
export const nearest = (durationMs) => bounded(Math.floor((durationMs + 30_000) / 60_000));

/** @param {number} minute */
export const bounded = (minute) => Math.min(Math.max(minute, minutes.least), minutes.most);

/**
 * Returns the duration in milliseconds for the minutes that were typed; undefined for an invalid number.
 * @param {string} text
 */
export function typed(text) {
  const ms = Math.round(Number(text) * 60_000);
  return text.trim() && ms >= 1000 ? Math.min(ms, maxMinutes * 60_000) : undefined;
}

/**
 * Adds a blank attendee at the end and gives it the focus.
 * @param {Draft} form
 */
export function add(form) {
  const attendee = blank();
  form.attendees = [...form.attendees, attendee];
  form.focus = attendee.id;
}

/**
 * Deletes attendees. The focus moves to the attendee who is now at the first deleted position, or else to the last
 * attendee.
 * @param {Draft} form
 * @param {string[]} deleted
 */
export function remove(form, deleted) {
  const first = form.attendees.findIndex(({ id }) => deleted.includes(id));
  if (first < 0) return;
  form.attendees = form.attendees.filter(({ id }) => !deleted.includes(id));
  if (!form.attendees.length) form.attendees = [blank()];
  form.focus = form.attendees[Math.min(first, form.attendees.length - 1)].id;
}

/**
 * Returns the attendees to save: those whose names are not blank.
 * @param {DraftAttendee[]} attendees
 */
export const saved = (attendees) => attendees.filter(({ name }) => !isBlank(name))
  .map(({ id, name, weight, person, isNew }) => ({ ...(!isNew && { id }), name, ...(weight && { weight }),
    // An empty one removes the link.
    ...(person !== undefined && { person }) }));

/** @param {DraftAttendee[]} attendees */
const people = (attendees) => JSON.stringify(saved(attendees)
  .map(({ id, name, weight, person }) => [id, name, weight ?? 1, person ?? '']));

/** @param {typeof fields[number]} field @param {any} a @param {any} b */
const isSame = (field, a, b) => (field === 'attendees' ? people(a) === people(b) : (a || 0) === (b || 0));

/**
 * Returns the tags of the languages to choose from: the usual one, which is empty, and those with a model. One that was
 * chosen earlier is kept.
 * @param {Draft} form
 */
export const spoken = ({ language = '', spoken: known }) => [...new Set(['', ...(known?.languages ?? []), language])];

/**
 * True if it is known that no model recognises the language of the form. A model also recognises more special languages.
 * @param {Draft} form
 */
export const isUnspoken = ({ language, spoken: known }) => !!(language && known?.standard)
  && ![known.standard, ...known.languages].some((each) => `${language}-`.startsWith(`${each}-`));

/**
 * Returns the fields that the user has changed.
 * @param {Draft} form
 */
export function changes(form) {
  const { base } = form;
  if (!base) return [...fields];
  return fields.filter((field) => !isSame(field, form[field], base[field]));
}

/**
 * True if leaving the form would lose changes.
 * @param {Draft} form
 */
export const isTouched = (form) => (form.base ? changes(form).length > 0
  : !isBlank(form.title) || saved(form.attendees).length > 0);

/**
 * Returns the body of the command: all fields of a new standup, or the changed fields of an existing one.
 * @param {Draft} form
 */
export function body(form) {
  /** @type {Record<string, unknown>} */
  const told = {};
  for (const field of changes(form)) {
    // A new standup has the usual language without it; an empty one removes the language of an existing standup.
    if (field === 'language' && !form.base && !form.language) continue;
    told[field] = field === 'attendees' ? saved(form.attendees) : form[field];
  }
  return form.base ? { id: form.base.id, revision: form.base.revision, ...told } : told;
}

/**
 * Merges a change by another person. Fields that were not changed here get the new value; fields that both people
 * changed are shown as a conflict to be resolved.
 * @param {Draft} form
 * @param {Standup} theirs
 */
export function meet(form, theirs) {
  const { base } = form;
  if (!base || theirs.revision <= base.revision) return;
  const mine = changes(form);
  const both = mine.filter((field) => !isSame(field, theirs[field], base[field])
    && !isSame(field, form[field], theirs[field]));
  for (const field of fields) if (!mine.includes(field)) take(form, field, theirs);
  if (both.length || form.theirs) form.theirs = { standup: theirs,
    fields: [...new Set([...both, ...(form.theirs?.fields ?? [])])] };
  form.base = theirs;
}

/**
 * Resolves the conflict.
 * @param {Draft} form @param {boolean} isMine true keeps the values that were entered here
 */
export function decide(form, isMine) {
  if (!form.theirs) return;
  const { standup, fields: both } = form.theirs;
  if (!isMine) for (const field of both) take(form, field, standup);
  form.theirs = null;
  form.problem = '';
}

/** @param {Draft} form @param {typeof fields[number]} field @param {Standup} from */
function take(form, field, from) {
  if (field === 'attendees') form.attendees = from.attendees.length ? from.attendees.map((each) => ({ ...each }))
    : [blank()];
  else Object.assign(form, { [field]: from[field] ?? usual[field] });
}
