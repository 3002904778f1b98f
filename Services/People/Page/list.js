// List of persons: operators see all of them, and an admin the members of the teams that they manage. It is read page by page.
import { command } from '../../Gateway/Page/navigate.js';

/** Number of persons that are shown at first, and that are added with each press. */
const pageSize = 100;

/**
 * @param {PeopleList['queue']} queue
 * @param {PeopleList} [before] list whose rows remain until the first page arrives
 * @returns {PeopleList}
 */
export const emptyList = (queue, before) => ({ rows: before?.rows ?? new Map(), queue, isNew: true,
  wanted: before?.wanted ?? pageSize, isLoading: false, problem: '' });

/**
 * Returns a text without case and accents, as the search of transcripts ignores them.
 * @param {string} text
 */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the persons whose names contain the search text.
 * @param {People} people
 */
export function matches({ list, search }) {
  const text = plain(search.trim());
  return [...list?.rows.values() ?? []].filter(({ name }) => plain(name).includes(text));
}

/**
 * Reads the next page, unless there are enough persons already. A search reads on until it has found enough.
 * @param {State} state @returns {Effect[]}
 */
export function readNext({ people }) {
  const { list, search } = people;
  if (!list || list.isLoading || !list.queue.length || (!list.isNew && matches(people).length >= list.wanted)) return [];
  Object.assign(list, { isLoading: true, problem: '' });
  const [{ team, after }] = list.queue;
  const page = { limit: search ? 1000 : pageSize, ...(after && { after }) };
  const as = { type: 'people.page', list, team };
  return [team ? command('teams.members', { id: team, ...page }, as) : command('people.list', page, as)];
}

/**
 * Adds a page.
 * @param {State} state @param {any} action @returns {Effect[]}
 */
export function take(state, { list, team, reply, error }) {
  // A newer list has replaced this one.
  if (state.people.list !== list) return [];
  Object.assign(list, { isLoading: false, problem: error?.message ?? '' });
  if (error) return [];
  if (list.isNew) Object.assign(list, { rows: new Map(), isNew: false });
  list.queue = [...(reply.next ? [{ team, after: reply.next }] : []), ...list.queue.slice(1)];
  for (const person of reply.people ?? []) list.rows.set(person.id, person);
  for (const { person, name, role, issuer } of reply.members ?? []) {
    const row = list.rows.get(person) ?? { id: person, name, teams: [] };
    row.teams.push({ team, role, issuer });
    list.rows.set(person, row);
  }
  return readNext(state);
}
