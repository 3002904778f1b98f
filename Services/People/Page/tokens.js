// Tokens, with which programs use the HTTP interface.
import { h } from '../../Gateway/Page/dom.js';
import { command, enter as enterPlace } from '../../Gateway/Page/navigate.js';
import { mayOperate } from '../../Gateway/Page/state.js';
import { begin, choice, field, finish, form } from '../../Gateway/Page/view-form.js';
import { button, empty, problem, value, waiting } from '../../Gateway/Page/view-parts.js';
import { dialog, dismiss, head, icon, secret, section, titleOf } from '../../Gateway/Page/view-rows.js';
import { moment, w } from '../../Gateway/Page/words.js';
import { teamRoles } from './forms.js';
import { handlers as shared, isAdmin, readManaged, readTeams, takeManaged, teamName } from './rights.js';
import { words } from './words.js';

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind === 'tokens' && isAdmin(state)
  ? [...readManaged(state, 'tokens.managed'), ...readTeams(state), read()] : []);

/** @param {string} [after] */
const read = (after) => command('tokens.list', after ? { after } : {}, { type: 'tokens.read', isMore: !!after });

/** @type {Record<string, EventHandler>} */
export const events = {};
for (const type of ['token.added', 'token.revoked']) events[type] = (state) => (state.place.kind === 'tokens' ? [read()] : []);

/** Maximum number of persons whose names are read for the list. */
const maxNames = 20;

/** @type {Handlers} */
export const handlers = {
  ...shared,
  'tokens.managed': takeManaged,
  'tokens.read'({ people }, { reply, error, isMore }) {
    people.tokensProblem = error?.message;
    if (!reply) return [];
    people.tokens = isMore ? [...people.tokens ?? [], ...reply.tokens] : reply.tokens;
    people.tokensNext = reply.next;
    const names = (people.names ??= {});
    const unknown = new Set((people.tokens ?? []).map(({ person }) => person ?? '').filter((id) => id && !(id in names)));
    return [...unknown].slice(0, maxNames).map((id) => command('people.get', { id }, { type: 'token.person', id }));
  },
  'token.person'({ people }, { id, reply }) {
    if (reply) (people.names ??= {})[id] = reply.name;
  },
  'tokens.more': ({ people }) => [read(people.tokensNext)],
  'token.team'({ sheet }, { team }) {
    if (sheet?.kind === 'addToken') sheet.team = team;
  },
  'token.submit'(state, { data }) {
    const { sheet } = state;
    if (sheet?.kind === 'revokeToken' && !sheet.isBusy) {
      begin(sheet);
      return [command('tokens.revoke', { id: sheet.token.id }, { type: 'token.submitted', sheet })];
    }
    if (sheet?.kind !== 'addToken' || sheet.isBusy) return [];
    begin(sheet);
    const { name, team, role, days } = data;
    return [command('tokens.add', { name, role, ...(team && { team }),
      ...(days && { expires: new Date(state.now + Number(days) * 86_400_000).toISOString() }) }, { type: 'token.submitted', sheet })];
  },
  'token.submitted'(state, { sheet, reply, error }) {
    finish(sheet, error, ['name']);
    if (error) return [];
    if (sheet.kind === 'addToken') Object.assign(sheet, { reply, copied: '' });
    else if (state.sheet === sheet) state.sheet = null;
    return enterPlace(state, state.place);
  },
};

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const { tokens, tokensNext, tokensProblem } = state.people;
  const parent = /** @type {Place} */ ({ kind: 'list' });
  if (!isAdmin(state)) return [head(depth, titleOf('tokens'), parent), empty(words.denied)];
  return [
    head(depth, titleOf('tokens'), parent, button(icon('plus'), { type: 'sheet', sheet: { kind: 'addToken', team: teams(state)[0]?.[0] } },
      { class: 'round', 'aria-label': words.tokens.add, title: words.tokens.add })),
    h('p', { class: 'quiet pad' }, words.tokens.hint),
    problem(tokensProblem),
    !tokens ? !tokensProblem && waiting
      : !tokens.length ? empty(words.tokens.none)
        : section('', [h('ul', {}, tokens.map((token) => tokenRow(state, token))),
          tokensNext && button(w.more, { type: 'tokens.more' }, { class: 'row plain' })]),
  ];
}

/** @param {State} state @param {WebToken} token */
function tokenRow(state, { id, name, role, team, person, commands, expires, used, ...rest }) {
  const isOver = expires !== undefined && Date.parse(expires) <= state.now;
  const small = (/** @type {Child} */ text) => h('span', { class: 'quiet block small' }, text);
  return h('li', { class: 'row', key: id }, icon('tools'), h('span', { class: 'grow' }, name,
    small(role ? words.tokens.of(words.roles[role], team ? teamName(state, team) : words.tokens.all)
      : words.tokens.person(state.people.names?.[person ?? ''] ?? (person ?? '').slice(0, 8))),
    commands && small(words.tokens.commands(commands.join(', '))),
    small([used ? words.tokens.used(moment(used)) : words.tokens.unused,
      expires ? (isOver ? words.tokens.ended : words.tokens.ends)(moment(expires)) : words.tokens.endless].join(' · '))),
  button(words.tokens.revoke, { type: 'sheet', sheet: { kind: 'revokeToken', token: { id, name, role, team, person, commands, expires, used, ...rest } } },
    { class: 'plain destructive', 'aria-label': words.tokens.revokeOf(name) }));
}

/**
 * Returns the teams for whose data the visitor may create tokens. All teams come first, for operators.
 * @param {State} state @returns {[string, string][]}
 */
function teams(state) {
  const { people } = state;
  const ids = mayOperate(state) ? (people.teams ?? []).map(({ id }) => id) : people.managed ?? [];
  return [...(mayOperate(state) ? /** @type {[string, string][]} */ ([['', words.tokens.all]]) : []),
    ...ids.map((id) => /** @type {[string, string]} */ ([id, teamName(state, id)]))];
}

/** @type {Part['sheets']} */
export const sheets = {
  addToken(state, sheet) {
    const { team, reply } = /** @type {Sheets['addToken']} */ (sheet);
    if (reply) {
      return dialog('addToken', words.tokens.add, [h('p', {}, words.tokens.once), secret(sheet, 'token', words.tokens.token, reply.token),
        h('p', {}, reply.expires ? words.tokens.ends(moment(reply.expires)) : words.tokens.endless),
        h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
    }
    const roles = team ? teamRoles : /** @type {[string, string][]} */ ([teamRoles[0], ['operator', words.roles.operator]]);
    return form('addToken', words.tokens.add, [
      field(sheet, words.name, 'name', '', { required: true, maxlength: '64' }),
      choice(words.tokens.team, 'team', teams(state), team ?? '',
        { change: (event) => ({ type: 'token.team', team: value(event) }) }),
      choice(words.role, 'role', roles, 'observer'),
      choice(words.tokens.expires, 'days', [...words.tokens.spans, ['', words.tokens.never]], 90),
    ], sheet, words.add, 'token.submit');
  },
  revokeToken(state, sheet) {
    const { token } = /** @type {Sheets['revokeToken']} */ (sheet);
    return form('revokeToken', words.tokens.revokeTitle(token.name), h('p', {}, words.tokens.revokeMessage), sheet, words.tokens.revoke, 'token.submit', true);
  },
};
