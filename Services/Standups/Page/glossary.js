// The glossary of a team: reads, adds, imports and removes its terms.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { words } from './glossary-words.js';

/** Maximum length of a term, and of what it sounds like, in bytes. */
export const maxBytes = 100;
/** Maximum number of terms of a team. */
const maxTerms = 500;
/** Maximum size of a file with terms, in bytes. */
const maxFileBytes = 1_000_000;
/** Number of terms that are shown at first, and that are added with each press. */
const pageSize = 50;
/** Number of skipped lines of a file that a message names. */
const maxLines = 10;
/** @param {string} text in one line, with single spaces */
const collapsed = (text) => text.split(/\s+/).filter(Boolean).join(' ');
/** @param {string} term which identifies it: terms that differ only in case are the same */
const key = (term) => term.normalize('NFC').toLowerCase();

/** @param {string} text */
const isLine = (text) => text !== '' && new TextEncoder().encode(text).length <= maxBytes && !/\p{Cc}/u.test(text);
/** @param {string} text */
const isPronounceable = (text) => {
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return (letters.length > 1 || letters[0] === text) && letters.every((letter) => /[\p{Script=Latin}0-9]/u.test(letter));
};

/**
 * True if a term can be in a glossary. The service decides.
 * @param {GlossaryTerm} term
 */
const isValid = ({ term, soundsLike }) => isLine(term) && (soundsLike === undefined || isLine(soundsLike)) && isPronounceable(soundsLike ?? term);

/**
 * Reads a list of terms: each line is a term, or a term, “=” and what it sounds like.
 * @param {string} text @returns {{ terms: GlossaryTerm[], skipped: number[] }} the terms, and the numbers of the other lines
 */
export function termsOf(text) {
  /** @type {Map<string, GlossaryTerm>} */
  const terms = new Map();
  /** @type {number[]} */
  const skipped = [];
  for (const [index, whole] of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/).entries()) {
    const [before, ...after] = whole.split('=');
    if (!whole.trim()) continue;
    const term = { term: collapsed(before), ...(after.length && { soundsLike: collapsed(after.join('=')) }) };
    if (isValid(term) && !terms.has(key(term.term)) && terms.size < maxTerms) terms.set(key(term.term), term);
    else skipped.push(index + 1);
  }
  return { terms: [...terms.values()], skipped };
}

/**
 * Requests the glossary of a team. The terms that are shown, and the typed text, remain.
 * @param {State} state @param {string} team @returns {Effect[]}
 */
export function readGlossary(state, team) {
  const { people } = state;
  if (people.glossary?.team !== team) {
    people.glossary = { team, terms: null, problem: '', term: '', soundsLike: '', isSaving: false, wanted: pageSize };
  }
  return [command('glossary.list', { team }, { type: 'glossary.read', team })];
}

/** @param {string} team @param {GlossaryTerm[]} terms @param {string} as @returns {Effect[]} */
const add = (team, terms, as) => [command('glossary.add', { team, terms }, { type: as, team, terms })];

/**
 * Changes the terms of a team, if they are shown.
 * @param {State} state @param {string} team @param {string[]} removed @param {GlossaryTerm[]} added
 */
function change({ people: { glossary } }, team, removed, added) {
  if (glossary?.team !== team || !glossary.terms) return;
  const gone = new Set([...removed, ...added.map(({ term }) => term)].map(key));
  glossary.terms = [...glossary.terms.filter(({ term }) => !gone.has(key(term))), ...added]
    .sort((one, other) => (key(one.term) < key(other.term) ? -1 : 1));
}

/** @type {Record<string, EventHandler>} */
export const glossaryEvents = {
  'glossary.changed': (state, data, { subject }) => (state.place.kind === 'team' && state.place.team === subject ? readGlossary(state, subject) : []),
};

/** @type {Handlers} */
export const glossaryHandlers = {
  'glossary.read'({ people: { glossary } }, { team, reply, error }) {
    // The reply for a team that was left.
    if (!glossary || glossary.team !== team) return;
    glossary.problem = error?.message ?? '';
    if (reply) glossary.terms = reply.terms;
  },
  'glossary.more'({ people: { glossary } }) {
    if (glossary) glossary.wanted += pageSize;
  },
  'glossary.term'({ people: { glossary } }, { text }) {
    if (glossary) Object.assign(glossary, { term: text, problem: '' });
  },
  'glossary.sounds'({ people: { glossary } }, { text }) {
    if (glossary) Object.assign(glossary, { soundsLike: text, problem: '' });
  },
  'glossary.add'({ people: { glossary } }) {
    if (!glossary || glossary.isSaving) return [];
    const [term, soundsLike] = [collapsed(glossary.term), collapsed(glossary.soundsLike)];
    if (!term) return [{ type: 'focus', id: 'glossary-term' }];
    Object.assign(glossary, { isSaving: true, problem: '' });
    return add(glossary.team, [{ term, ...(soundsLike && { soundsLike }) }], 'glossary.added');
  },
  'glossary.added'(state, { team, terms: [term], error }) {
    const { glossary } = state.people;
    const isShown = !!glossary && glossary.team === team;
    if (isShown) glossary.isSaving = false;
    if (error) {
      if (!isShown) return tell(error.message, true);
      glossary.problem = error.message;
      return [];
    }
    change(state, team, [], [term]);
    const announcement = /** @type {Effect} */ ({ type: 'announce', text: words.added(term.term) });
    // The text may have changed since the request.
    if (!isShown || collapsed(glossary.term) !== term.term) return [announcement];
    Object.assign(glossary, { term: '', soundsLike: '' });
    return [announcement, { type: 'focus', id: 'glossary-term', ifLost: true }];
  },
  'glossary.remove': ({ people: { glossary } }, { term }) => (glossary ? [command('glossary.remove', { team: glossary.team, terms: [term.term] },
    { type: 'glossary.removed', team: glossary.team, term })] : []),
  'glossary.removed'(state, { team, term, error }) {
    if (error) return tell(error.message, true);
    change(state, team, [term.term], []);
    const offer = { label: words.undo, action: { type: 'glossary.restore', team, term } };
    return [{ type: 'act', action: { type: 'notice', text: words.removed(term.term), offer } },
      { type: 'focus', id: 'glossary-term', ifLost: true }];
  },
  'glossary.restore'(state, { team, term }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'glossary.restore' || offer.action.term !== term);
    const { glossary } = state.people;
    // The term may have been added again since.
    const isThere = !!glossary && glossary.team === team && glossary.terms?.some((each) => key(each.term) === key(term.term));
    return mayChange(state) && !isThere ? add(team, [term], 'glossary.restored') : [];
  },
  'glossary.restored'(state, { team, terms, error }) {
    if (error) return tell(error.message, true);
    change(state, team, [], terms);
    return [{ type: 'announce', text: words.added(terms[0].term) }];
  },
  'glossary.file'({ people: { glossary } }, { file }) {
    if (!glossary || glossary.isSaving) return [];
    if (file.size > maxFileBytes) {
      glossary.problem = words.tooLong;
      return [];
    }
    Object.assign(glossary, { isSaving: true, problem: '' });
    return [{ type: 'text', file, as: { type: 'glossary.text', team: glossary.team } }];
  },
  'glossary.text'({ people: { glossary } }, { team, text, problem }) {
    const { terms, skipped } = termsOf(text ?? '');
    if (terms.length) return [command('glossary.add', { team, terms }, { type: 'glossary.imported', team, terms, skipped })];
    if (glossary && glossary.team === team) Object.assign(glossary, { isSaving: false, problem: problem ?? words.empty });
    return [];
  },
  'glossary.imported'(state, { team, terms, skipped, error }) {
    const { glossary } = state.people;
    const isShown = !!glossary && glossary.team === team;
    if (isShown) Object.assign(glossary, { isSaving: false, problem: error?.message ?? '' });
    if (error) return isShown ? [] : tell(error.message, true);
    change(state, team, [], terms);
    const lines = [...skipped.slice(0, maxLines), ...(skipped.length > maxLines ? ['…'] : [])].join(', ');
    return tell([words.imported(terms.length), lines && words.skipped(lines)].filter(Boolean).join(' '));
  },
};
