// Actions of the form of a standup, which form-view.js shows.
import { command, go, up } from '../../Gateway/Page/navigate.js';
import { isBlank } from '../../Gateway/Page/words.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { add, body, bounded, changes, decide, draft, draftKey, isTouched, meet, remove, typed } from './form.js';
import { isMe } from './turn.js';
import { words } from './words-later.js';

export { meet } from './form.js';
export { form as view } from './form-view.js';

/**
 * Returns the visible form.
 * @param {State} state
 * @returns {Draft | undefined}
 */
const shown = (state) => state.drafts.get(draftKey(state.place));

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  const key = draftKey(place);
  const base = state.standups.get(key)?.standup ?? null;
  const form = state.drafts.get(key);
  if (!form && (base || place.kind === 'new')) state.drafts.set(key, draft(base));
  // A stored form may be based on an older version of the standup.
  if (form && base && !form.isSaving) meet(form, base);
  if (!mayChange(state)) return [];
  return [...(base ? [readMembers(base.team ?? 'default')] : []), command('transcription.languages', {}, { type: 'form.languages', key })];
}

/** Maximum number of members that the form offers. */
const maxMembers = 1000;

/** @param {string} team @param {string} [from] the last page's `next` */
const readMembers = (team, from) => command('teams.members', { id: team, limit: maxMembers, ...(from && { after: from }) },
  { type: 'form.members', team, isFirst: !from });

/**
 * Keeps the text of a form whose standup was deleted.
 * @param {State} state
 * @param {string} standup
 * @returns {boolean} true if there was something to keep
 */
export function orphan(state, standup) {
  const form = state.drafts.get(standup);
  state.drafts.delete(standup);
  if (!form || !isTouched(form)) return false;
  state.drafts.set('new', { ...form, base: null, theirs: null, isSaving: false, problem: words.form.isGone,
    // The new standup may belong to another team.
    attendees: form.attendees.map((each) => ({ ...each, isNew: true, person: undefined })) });
  return true;
}

/**
 * True if an attendee is linked to the person of the session.
 * @param {State} state @param {Standup | null} standup
 */
const isOwn = (state, standup) => !!standup?.attendees.some((each) => isMe(state, each));

/** @type {Handlers} */
export const handlers = {
  'form.set'(state, { field, value }) {
    const form = shown(state);
    if (form) Object.assign(form,
      field === 'minutes' ? { durationMs: bounded(Number(value)) * 60_000 } : { [field]: value });
  },
  'form.name'(state, { id, name }) {
    const form = shown(state);
    if (form) form.attendees = form.attendees.map((each) => (each.id === id ? { ...each, name } : each));
  },
  'form.minutes'(state, { text }) {
    const form = shown(state);
    if (!form) return;
    form.minutesText = text ?? undefined;
    form.durationMs = typed(text ?? '') ?? form.durationMs;
  },
  // Moves to the next name, or adds another attendee after the last one.
  'form.enter'(state, { id }) {
    const form = shown(state);
    const at = form?.attendees.findIndex((each) => each.id === id) ?? -1;
    if (!form || at < 0) return [];
    const next = form.attendees[at + 1];
    if (next) return [{ type: 'focus', id: `field-${next.id}` }];
    if (isBlank(form.attendees[at].name)) return [{ type: 'focus', id: 'save' }];
    add(form);
    return [{ type: 'focus', id: `field-${form.focus}` }];
  },
  'form.weight'(state, { id, weight }) {
    const form = shown(state);
    if (form) form.attendees = form.attendees.map((each) => (each.id === id ? { ...each, weight } : each));
  },
  'form.person'(state, { id, person, name }) {
    const form = shown(state);
    if (form) form.attendees = form.attendees.map((each) => (each.id !== id ? each
      : { ...each, person, name: isBlank(each.name) ? name : each.name }));
  },
  // Without the right to read members, links remain as they are.
  'form.members'(state, { team, reply, isFirst }) {
    if (!reply) return [];
    const members = [...(isFirst ? [] : state.members.get(team) ?? []), ...reply.members];
    state.members.set(team, members);
    return reply.next && members.length < maxMembers ? [readMembers(team, reply.next)] : [];
  },
  // Without transcription, the language that was chosen earlier remains.
  'form.languages'(state, { key, reply }) {
    const form = state.drafts.get(key);
    if (form && reply) form.spoken = reply;
  },
  'form.add'(state) {
    const form = shown(state);
    if (!form) return [];
    add(form);
    return [{ type: 'focus', id: `field-${form.focus}` }];
  },
  'form.remove'(state, { id }) {
    const form = shown(state);
    if (!form) return [];
    remove(form, [id]);
    return [{ type: 'focus', id: `field-${form.focus}` }];
  },
  'form.decide'(state, { isMine }) {
    const form = shown(state);
    if (form) decide(form, isMine);
    return [{ type: 'focus', id: 'save' }];
  },
  'form.cancel'(state) {
    state.drafts.delete(draftKey(state.place));
    return up(state);
  },
  'form.save'(state) {
    const form = shown(state);
    const key = draftKey(state.place);
    if (!form || form.isSaving || form.theirs) return [];
    if (form.base && !changes(form).length) {
      state.drafts.delete(key);
      return up(state);
    }
    if (!form.base && !isTouched(form)) {
      form.problem = words.form.empty;
      return [{ type: 'focus', id: 'field-title' }];
    }
    Object.assign(form, { isSaving: true, problem: '' });
    return [command(form.base ? 'standups.edit' : 'standups.create', body(form), { type: 'form.saved', key })];
  },
  'form.saved'(state, { key, reply, error }) {
    const form = state.drafts.get(key);
    if (!form) return [];
    form.isSaving = false;
    if (error?.code === 'conflict' && form.base) {
      // The event contains the change. If it arrived before the reply, apply it now.
      const now = state.standups.get(key)?.standup;
      if (now) meet(form, now);
      return now && now.revision >= (error.detail?.revision ?? Infinity) ? []
        : [command('standups.get', { id: key, limit: 0 }, { type: 'form.theirs', key })];
    }
    if (error) {
      form.problem = error.message;
      return [];
    }
    state.drafts.delete(key);
    const known = state.standups.get(reply.id);
    if (!known || known.standup.revision < reply.revision) state.standups.set(reply.id,
      { meetings: 0, ...known, standup: reply });
    /** @type {Effect[]} */
    const offer = isOwn(state, reply) && !isOwn(state, form.base) ? [{ type: 'offerNotifications' }] : [];
    if (draftKey(state.place) !== key) return offer;
    return [...(state.place.kind === 'new' ? go(state, { kind: 'standup', standup: reply.id }, 'replace') : up(state)), ...offer];
  },
  'form.theirs'(state, { key, reply }) {
    const form = state.drafts.get(key);
    if (form && reply) meet(form, reply.summary.standup);
  },
};
