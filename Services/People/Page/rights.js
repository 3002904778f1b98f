// Rights of the visitor to manage persons and teams. The services decide; the page only offers actions that they permit.
import { command } from '../../Gateway/Page/navigate.js';
import { isAtLeast, mayOperate } from '../../Gateway/Page/state.js';

/**
 * True if this person may change the members of a team.
 * @param {State} state @param {string} team
 */
export const mayManage = (state, team) => mayOperate(state) || !!state.people.managed?.includes(team);

/**
 * True if this person manages a team, or the installation.
 * @param {State} state
 */
export const isAdmin = (state) => isAtLeast(state, 'admin');

/**
 * Requests the teams that an admin manages: a reply to an admin names no others.
 * @param {State} state @param {string} type of the action with the reply @returns {Effect[]}
 */
export const readManaged = (state, type) => (isAdmin(state) && !mayOperate(state) && state.me?.person
  ? [command('people.get', { id: state.me.person }, { type })] : []);

/**
 * Sets the teams that an admin manages.
 * @param {State} state @param {{ reply?: Person }} action
 */
export function takeManaged({ people }, { reply }) {
  people.managed = (reply?.teams ?? []).filter(({ role }) => role === 'admin').map(({ team }) => team);
}

/**
 * Requests the names of the teams, or the next page of them.
 * @param {State} state @param {string} [after] @returns {Effect[]}
 */
export const readTeams = (state, after) => [command('teams.list', { limit: 1000, ...(after && { after }) },
  { type: 'teams.read', isMore: !!after })];

/**
 * Returns the name of a team, or its id if the name is unknown.
 * @param {State} state @param {string} id
 */
export const teamName = ({ people }, id) => people.teams?.find((team) => team.id === id)?.name ?? id;

/** @type {Handlers} */
export const handlers = {
  'teams.read'({ people }, { reply, error, isMore }) {
    people.teamsProblem = error?.message;
    if (!reply) return;
    people.teams = isMore ? [...people.teams ?? [], ...reply.teams] : reply.teams;
    people.teamsNext = reply.next;
  },
  'teams.more': (state) => readTeams(state, state.people.teamsNext),
};
