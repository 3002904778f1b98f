// Views of persons, teams and invitations.
import { h } from '../../Gateway/Page/dom.js';
import { locale } from '../../Gateway/Page/language.js';
import { path } from '../../Gateway/Page/places.js';
import { mayChange, mayOperate } from '../../Gateway/Page/state.js';
import { button, empty, loading, problem, value, waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon, linkRow, row, section, titleOf } from '../../Gateway/Page/view-rows.js';
import { moment, person as called, w } from '../../Gateway/Page/words.js';
import { words as later } from '../../Gateway/Page/words-later.js';
import { glossaryOf } from '../../Standups/Page/glossary-view.js';
import { matches } from './list.js';
import { retention } from './retention.js';
import { isAdmin, mayManage, teamName } from './rights.js';
import { words } from './words.js';

const { roles } = later;

/** @type {Record<string, (state: State, place: any, depth: number) => Child>} */
const views = { people, person, teams, team };

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => views[place.kind](state, place, depth);

/**
 * True if the names of the teams and the invitations are known, so that nothing moves when they arrive.
 * @param {State} state
 */
const isReady = ({ people }) => !!((people.teams || people.teamsProblem) && (people.invitations || people.invitationsProblem));

/**
 * Opens a sheet.
 * @param {Sheet} sheet @returns {Action}
 */
const open = (sheet) => ({ type: 'sheet', sheet });

/** @param {string} label @param {Sheet} sheet @returns {Child} */
const plus = (label, sheet) => button(icon('plus'), open(sheet), { class: 'round', 'aria-label': label, title: label });

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
function people(state, place, depth) {
  const { list, search } = state.people;
  const parent = /** @type {Place} */ ({ kind: 'list' });
  if (!isAdmin(state)) return [head(depth, titleOf('people'), parent), empty(words.denied)];
  const found = matches(state.people);
  const isShown = list && isReady(state) && (found.length > 0 || !list.isLoading);
  const isMore = list && (list.queue.length > 0 || found.length > list.wanted);
  return [
    head(depth, titleOf('people'), parent, mayOperate(state) && plus(words.people.add, { kind: 'person' })),
    h('form', { class: 'find own', role: 'search', 'aria-label': words.people.search, submit: (event) => event.preventDefault() },
      icon('person'), h('input', { id: 'people-search', type: 'search', placeholder: words.people.search,
        'aria-label': words.people.search, value: search, maxlength: '64', autocomplete: 'off',
        input: (event) => ({ type: 'people.search', text: value(event) }) })),
    problem(list?.problem),
    !isShown ? waiting
      : !found.length && !isMore ? empty(search ? words.people.notFound : words.people.none, search ? '' : words.people.hint)
        : section('', [h('ul', {}, found.slice(0, list.wanted).map((each) => h('li', { key: each.id }, personRow(state, each)))),
          isMore && button(w.more, { type: 'people.more' }, { class: 'row plain', disabled: list.isLoading })]),
    isShown && invitations(state),
    isShown && h('div', { class: 'group danger' }, button(words.erase.nameTitle, { type: 'erase.begin', name: '' }, { class: 'row destructive' })),
  ];
}

/** @param {State} state @param {PersonRow} person */
const personRow = (state, { id, name, email, isOperator, teams }) => h('a', { class: 'row link', href: path({ kind: 'person', person: id }),
  'aria-current': state.place.kind === 'person' && state.place.person === id ? 'true' : null }, icon('person'),
  h('span', { class: 'grow' }, called(name), email && h('span', { class: 'quiet block small' }, email)),
  h('span', { class: 'quiet' }, [isOperator && words.roles.operator, ...teams.map(({ team }) => teamName(state, team))].filter(Boolean).join(', ')),
  icon('go'));

/**
 * Lists the invitations, or those of one person.
 * @param {State} state @param {string} [person] @returns {Child}
 */
function invitations({ people }, person) {
  const all = people.invitations?.filter((each) => !person || each.person === person);
  if (people.invitationsProblem) return problem(people.invitationsProblem);
  if (!all || (person && !all.length)) return null;
  return section(words.invite.list, all.length ? h('ul', {}, all.map(({ id, name, role, expires }) => h('li', { class: 'row', key: id },
    h('span', { class: 'grow' }, called(name), role && ` (${roles[role] ?? role})`,
      h('span', { class: 'quiet block small' }, words.until(moment(expires)))),
    button(words.invite.withdraw, { type: 'invitation.withdraw', id },
      { class: 'plain destructive', 'aria-label': words.invite.withdrawOf(called(name)) }))))
    : h('p', { class: 'row quiet' }, words.invite.none), { key: 'invitations' });
}

/** @param {State} state @param {Extract<Place, { kind: 'person' }>} place @param {number} depth @returns {Child} */
function person(state, { person: id }, depth) {
  const parent = /** @type {Place} */ ({ kind: 'people' });
  const found = state.people.person;
  if (!isAdmin(state)) return [head(depth, words.people.info, parent), empty(words.denied)];
  if (found?.id !== id || (found.it && !isReady(state))) return loading(depth);
  const { it } = found;
  if (!it) return [head(depth, w.notFound, parent), found.problem ? problem(found.problem) : empty(words.people.gone)];
  const isOperator = mayOperate(state);
  return [
    head(depth, called(it.name), parent,
      (isOperator || it.teams.some(({ team }) => mayManage(state, team)))
        && button(words.invite.invite, open({ kind: 'invite', person: id, name: it.name })),
      isOperator && button(words.people.edit, open({ kind: 'person', person: it }))),
    problem(state.people.changeProblem),
    section('', [row('person', words.email, it.email ?? words.people.unset), row('clock', words.zone, it.zone ?? words.people.unset),
      it.isOperator && row('gear', words.people.operator, it.operatorIssuer && words.people.granted(it.operatorIssuer))],
    { 'aria-label': words.people.info }),
    section(words.teams.title, [
      it.teams.length ? h('ul', {}, it.teams.map((each) => h('li', { class: 'row member', key: each.team },
        h('a', { class: 'grow plain', href: path({ kind: 'team', team: each.team }) }, teamName(state, each.team)),
        membership(state, { ...each, person: id }, words.teams.roleIn(teamName(state, each.team)),
          words.teams.removeFrom(teamName(state, each.team)), it.name))))
        : h('p', { class: 'row quiet' }, words.teams.noTeams),
      adding(state, it),
    ]),
    section('', linkRow({ kind: 'personHistory', person: id }, icon('tools'), h('span', { class: 'grow' }, words.people.history)), { 'aria-label': words.people.history }),
    section(words.people.identities, [it.identities.length ? h('ul', {}, it.identities.map(({ issuer, subject }) => h('li',
      { class: 'row', key: `${issuer} ${subject}` }, h('span', { class: 'grow' }, subject,
        h('span', { class: 'quiet block small' }, issuer)),
      isOperator && button(icon('minus'), open({ kind: 'removeIdentity', person: it, identity: { issuer, subject } }),
        { class: 'round small destructive', 'aria-label': words.people.removeIdentityOf(subject), title: words.people.removeIdentityOf(subject) }))))
      : h('p', { class: 'row quiet' }, words.people.noIdentities),
    isOperator && button([icon('plus'), words.people.addIdentity], open({ kind: 'addIdentity', person: it }), { class: 'row action' })]),
    invitations(state, id),
    h('div', { class: 'group danger' },
      isOperator && button(words.people.remove, open({ kind: 'removePerson', person: it }), { class: 'row destructive' }),
      button(words.erase.erase, { type: 'erase.begin', name: it.name }, { class: 'row destructive' })),
  ];
}

/**
 * Adds a person to a team that the visitor manages.
 * @param {State} state @param {Person} person @returns {Child}
 */
function adding(state, { id, teams }) {
  const others = (state.people.teams ?? []).filter((team) => mayManage(state, team.id) && teams.every((each) => each.team !== team.id));
  return others.length > 0 && h('label', { class: 'row', key: 'add' }, h('span', {}, words.teams.addTo),
    h('select', { id: 'add-to-team', value: '', change: (event) => (value(event)
      ? { type: 'member.set', team: value(event), person: id, role: 'member' } : null) },
    h('option', { key: '', value: '' }, words.teams.choose), others.map((team) => h('option', { key: team.id, value: team.id }, team.name))));
}

/**
 * Shows a role in a team, which can be changed if the visitor manages the team and no provider grants it.
 * @param {State} state
 * @param {{ team: string, person: string, role: TeamRole, issuer?: string }} membership
 * @param {string} roleLabel
 * @param {string} removeLabel
 * @param {string} name of the person
 * @returns {Child}
 */
function membership(state, { team, person, role, issuer }, roleLabel, removeLabel, name) {
  if (issuer || !mayManage(state, team)) return h('span', { class: 'quiet' }, words.roles[role],
    issuer && h('span', { class: 'block small' }, words.people.granted(issuer)));
  return [
    h('select', { class: 'short', 'aria-label': roleLabel, value: role, change: (event) => ({ type: 'member.set', team, person, role: value(event) }) },
      (/** @type {const} */ (['observer', 'member', 'admin'])).map((each) => h('option', { key: each, value: each }, words.roles[each]))),
    button(icon('minus'), open({ kind: 'removeMember', team, person, name }), { class: 'round small destructive', 'aria-label': removeLabel, title: removeLabel }),
  ];
}

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
function teams(state, place, depth) {
  const { teams, teamsNext, teamsProblem } = state.people;
  return [
    head(depth, titleOf('teams'), { kind: 'list' }, mayOperate(state) && plus(words.teams.add, { kind: 'addTeam' })),
    problem(teamsProblem),
    teams ? section('', [teams.length ? h('ul', {}, teams.map(({ id, name, members }) => h('li', { key: id },
      h('a', { class: 'row link', href: path({ kind: 'team', team: id }), 'aria-current': state.place.kind === 'team' && state.place.team === id ? 'true' : null },
        icon('people'), h('span', { class: 'grow' }, name, h('span', { class: 'quiet block small' }, id)),
        h('span', { class: 'quiet' }, words.members(members)), icon('go')))))
      : h('p', { class: 'row quiet' }, words.teams.none),
    teamsNext && button(w.more, { type: 'teams.more' }, { class: 'row plain' })])
      : !teamsProblem && waiting,
  ];
}

/** @param {State} state @param {Extract<Place, { kind: 'team' }>} place @param {number} depth @returns {Child} */
function team(state, { team: id }, depth) {
  const { team: found, members, changeProblem } = state.people;
  const parent = /** @type {Place} */ ({ kind: 'teams' });
  if (found?.id !== id) return loading(depth);
  if (!found.it) return [head(depth, w.notFound, parent), found.problem ? problem(found.problem) : empty(words.teams.gone)];
  const may = mayManage(state, id);
  const { glossary, retention: retained, retentionProblem } = state.people;
  // All parts are shown at once, so that nothing moves when the last one arrives.
  const isKnown = (!mayChange(state) || members?.team === id) && (retained || retentionProblem)
    && (glossary?.team !== id || glossary.terms || glossary.problem);
  return [
    head(depth, found.it.name, parent, may && button(words.teams.renameIt, open({ kind: 'renameTeam', team: found.it }), { 'aria-label': words.teams.rename }),
      may && button(words.teams.addMember, open({ kind: 'addMember', team: id }))),
    problem(changeProblem ?? members?.problem),
    !isKnown && waiting,
    isKnown && mayChange(state) && members && section(words.teams.members, [
      members.all.length ? h('ul', {}, sorted(members.all).map((each) => h('li', { class: 'row member', key: each.person },
        isAdmin(state) ? h('a', { class: 'grow plain', href: path({ kind: 'person', person: each.person }) }, called(each.name))
          : h('span', { class: 'grow' }, called(each.name)),
        may && button(words.invite.invite, open({ kind: 'invite', person: each.person, name: each.name }),
          { class: 'plain', 'aria-label': words.invite.inviteOf(called(each.name)) }),
        membership(state, { ...each, team: id }, words.teams.roleOf(called(each.name)), words.teams.removeOf(called(each.name)), each.name))))
        : h('p', { class: 'row quiet' }, words.teams.noMembers),
      members.next && button(w.more, { type: 'members.more' }, { class: 'row plain' })]),
    isKnown && glossaryOf(state, id),
    isKnown && retention(state, id, may),
    // The team “default” always exists.
    isKnown && mayOperate(state) && id !== 'default' && h('div', { class: 'group danger' },
      button(words.teams.delete, open({ kind: 'removeTeam', team: found.it }), { class: 'row destructive' })),
  ];
}

/** @param {TeamMember[]} members */
const sorted = (members) => [...members].sort((a, b) => a.name.localeCompare(b.name, locale));
