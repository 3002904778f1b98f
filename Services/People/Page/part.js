// Persons, teams and invitations: their actions. view.js shows the places, and forms.js the sheets.
import { command, enter as enterPlace, go, tell, up } from '../../Gateway/Page/navigate.js';
import { under } from '../../Gateway/Page/places.js';
import { mayChange, mayOperate } from '../../Gateway/Page/state.js';
import { begin as beginForm, finish } from '../../Gateway/Page/view-form.js';
import { glossaryEvents, glossaryHandlers, readGlossary } from '../../Standups/Page/glossary.js';
import { blank, handlers as erasing } from './erase.js';
import { emptyList, readNext, take } from './list.js';
import { readRetention, retentionHandlers } from './retention.js';
import { handlers as shared, isAdmin, readManaged, readTeams, takeManaged } from './rights.js';
import { person as called } from '../../Gateway/Page/words.js';
import { words } from './words.js';

export { sheets } from './forms.js';
export { view } from './view.js';

/** Kinds of the places of this part. */
const own = ['people', 'person', 'teams', 'team'];

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  const { people } = state;
  delete people.changeProblem;
  switch (place.kind) {
    case 'people': return isAdmin(state) ? [...readManaged(state, 'people.managed'), ...readTeams(state), ...readInvitations(state),
      ...(mayOperate(state) ? begin(state) : [])] : [];
    case 'person':
      return isAdmin(state) ? [...(people.list ? readInvitations(state) : enter(state, { kind: 'people' })),
        command('people.get', { id: place.person }, { type: 'people.read', person: place.person })] : [];
    case 'teams': return readTeams(state);
    case 'team': {
      const { team } = place;
      if (people.members?.team !== team) delete people.members;
      return [...readManaged(state, 'people.managed'), ...(people.teams ? [] : readTeams(state)),
        command('teams.get', { id: team }, { type: 'team.read', team }), readRetention(), ...(mayChange(state) ? readMembers(team) : []),
        ...readGlossary(state, team)];
    }
    default: return [];
  }
}

/**
 * Reads the list of persons from its beginning. The rows that are shown remain until others replace them.
 * @param {State} state @returns {Effect[]}
 */
function begin(state) {
  const { people } = state;
  people.list = emptyList(mayOperate(state) ? [{}] : (people.managed ?? []).map((team) => ({ team })), people.list);
  return readNext(state);
}

/** @param {State} state @returns {Effect[]} */
const readInvitations = (state) => (isAdmin(state) ? [command('gateway.invitations', {}, { type: 'invitations.read' })] : []);

/** @param {string} team @param {string} [after] */
const readMembers = (team, after) => [command('teams.members', { id: team, limit: 100, ...(after && { after }) },
  { type: 'members.read', team, isMore: !!after })];

/**
 * Returns the members of a team, as far as they were read.
 * @param {People} people @param {string} team
 */
const membersOf = ({ members }, team) => (members && members.team === team ? members.all : []);

/**
 * Reads the visible places again, once for many events.
 * @param {State} state @returns {Effect[] | void}
 */
function changed({ people, place }) {
  if (people.isStale || !own.includes(place.kind)) return;
  people.isStale = true;
  return [{ type: 'after', ms: 500, action: { type: 'people.again' } }];
}

/** @type {Record<string, EventHandler>} */
export const events = Object.assign(Object.fromEntries(['person.added', 'person.edited', 'person.identitiesChanged', 'person.removed', 'team.added',
  'team.renamed', 'team.removed', 'team.memberSet', 'team.memberRemoved', 'invitation.added',
  'invitation.withdrawn', 'login.began'].map((type) => [type, changed])), glossaryEvents);

/** @type {Handlers} */
export const handlers = {
  ...shared,
  ...erasing,
  ...retentionHandlers,
  ...glossaryHandlers,
  'erase.begin'(state, { name }) {
    state.sheet = blank(name);
    return [];
  },
  'people.managed'(state, action) {
    const { people, place } = state;
    takeManaged(state, action);
    if (place.kind !== 'people' && place.kind !== 'person') return [];
    const effects = begin(state);
    if (people.list) people.list.problem = action.error?.message ?? '';
    return effects;
  },
  'people.page': (state, action) => take(state, action),
  'people.more'(state) {
    const { list } = state.people;
    if (list) list.wanted += 100;
    return readNext(state);
  },
  'people.search'(state, { text }) {
    state.people.search = text;
    return readNext(state);
  },
  'people.again'(state) {
    const { people, place } = state;
    people.isStale = false;
    if (!own.includes(place.kind)) return [];
    const below = under(place);
    return [...(below ? enter(state, below) : []), ...enterPlace(state, place)];
  },
  'people.read'({ people }, { person, reply, error }) {
    people.person = { id: person, it: reply, problem: error?.message };
  },
  'team.read'({ people }, { team, reply, error }) {
    people.team = { id: team, it: reply, problem: error?.message };
  },
  'members.read'({ people }, { team, reply, error, isMore }) {
    const before = membersOf(people, team);
    if (error) people.members = { team, all: before, problem: error.message };
    else people.members = { team, all: isMore ? [...before, ...reply.members] : reply.members, next: reply.next };
  },
  'members.more': ({ people }) => (people.members ? readMembers(people.members.team, people.members.next) : []),

  'member.set'(state, { team, person, role }) {
    const { people } = state;
    delete people.changeProblem;
    // The choice remains visible while the command runs.
    for (const each of membersOf(people, team)) if (each.person === person) each.role = role;
    const { it } = people.person ?? {};
    for (const each of it?.teams ?? []) if (it?.id === person && each.team === team) each.role = role;
    return [command('teams.setMember', { team, person, role }, { type: 'member.done' })];
  },
  'member.done'(state, { error }) {
    const effects = error ? enterPlace(state, state.place) : [];
    state.people.changeProblem = error?.message;
    return effects;
  },

  'invitations.read'({ people }, { reply, error }) {
    people.invitations = reply?.invitations;
    people.invitationsProblem = error?.message;
  },
  'invitation.withdraw': (state, { id }) => [command('gateway.withdraw', { id }, { type: 'invitation.withdrawn' })],
  'invitation.withdrawn': (state, { error }) => [...(error ? tell(error.message, true) : []), ...readInvitations(state)],

  'people.submit'(state, { data }) {
    const sheet = /** @type {(Sheet & Busy) | null} */ (state.sheet);
    if (!sheet || sheet.isBusy) return [];
    beginForm(sheet);
    const as = { type: 'people.submitted', sheet, names: Object.keys(data) };
    switch (sheet.kind) {
      case 'person': return [sheet.person ? command('people.edit', { id: sheet.person.id, ...edits(sheet.person, data) }, as)
        : command('people.add', given(data), as)];
      case 'addTeam': return [command('teams.add', given(data), as)];
      case 'addMember': return [command('people.get', { email: data.email }, { ...as, type: 'member.found', role: data.role })];
      case 'removeMember': return [command('teams.removeMember', { team: sheet.team, person: sheet.person }, as)];
      case 'removePerson': return [command('people.remove', { id: sheet.person.id }, as)];
      case 'addIdentity': return [command('people.addIdentity', { id: sheet.person.id, identity: { issuer: data.issuer, subject: data.subject } }, as)];
      case 'removeIdentity': return [command('people.removeIdentity', { id: sheet.person.id, identity: sheet.identity }, as)];
      case 'renameTeam': return [command('teams.rename', { id: sheet.team.id, name: data.name }, as)];
      case 'removeTeam': return [command('teams.remove', { id: sheet.team.id }, as)];
      case 'invite': return [command('gateway.invite', { name: sheet.name, person: sheet.person, hours: Number(data.hours) }, as)];
      default: return [];
    }
  },
  'member.found': (state, { sheet, role, names, reply, error }) => [error ? { type: 'act', action: { type: 'people.submitted', sheet, names, error } }
    : command('teams.setMember', { team: sheet.team, person: reply.id, role }, { type: 'people.submitted', sheet, names })],
  'people.submitted'(state, { sheet, names = [], reply, error }) {
    finish(sheet, error, names, usualField(sheet, error));
    if (error) return [];
    const isOpen = state.sheet === sheet;
    if (sheet.kind === 'invite') {
      Object.assign(sheet, { reply, copied: '' });
      return readInvitations(state);
    }
    if (!isOpen) return [];
    state.sheet = null;
    if (sheet.kind === 'removePerson') return [...(state.place.kind === 'person' ? up(state) : []), ...tell(words.people.removed(called(sheet.person.name)))];
    if (sheet.kind === 'removeTeam') return [...(state.place.kind === 'team' ? up(state) : []), ...tell(words.teams.removed(sheet.team.name))];
    if (sheet.kind === 'person' && !sheet.person) return go(state, { kind: 'person', person: reply.id }, 'push');
    return sheet.kind === 'addTeam' ? go(state, { kind: 'team', team: reply.id }, 'push') : enterPlace(state, state.place);
  },
};

/**
 * Returns the field that a conflict concerns, because its error names none.
 * @param {Sheet} sheet @param {Problem} [error]
 */
function usualField(sheet, error) {
  if (sheet.kind === 'addMember' && error?.code === 'not_found') return 'email';
  if (error?.code !== 'conflict') return '';
  if (sheet.kind === 'person') return error.detail?.issuer ? 'isOperator' : 'email';
  return sheet.kind === 'addIdentity' ? 'subject' : sheet.kind === 'addTeam' ? 'id' : '';
}

/**
 * Returns the fields of a form that are not empty.
 * @param {Record<string, any>} data
 */
const given = (data) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '' && value !== false));

/**
 * Returns the fields of a form that differ from a person. An empty one removes the value.
 * @param {Person} person @param {Record<string, any>} data
 */
const edits = (person, data) => Object.fromEntries(Object.entries(data).filter(([name, value]) =>
  value !== (/** @type {any} */ (person)[name] ?? (name === 'isOperator' ? false : ''))));
