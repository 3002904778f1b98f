// Webhooks, which post events to other tools.
import { h } from '../../Gateway/Page/dom.js';
import { command } from '../../Gateway/Page/navigate.js';
import { mayOperate } from '../../Gateway/Page/state.js';
import { begin, choice, field, finish, form } from '../../Gateway/Page/view-form.js';
import { button, empty, problem as shown, waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon, titleOf } from '../../Gateway/Page/view-rows.js';
import { moment, title } from '../../Gateway/Page/words.js';
import { handlers as shared, isAdmin, readManaged, readTeams, takeManaged, teamName } from '../../People/Page/rights.js';
import { words as people } from '../../People/Page/words.js';
import { words } from './words.js';

const read = () => command('webhooks.list', {}, { type: 'webhooks.read' });

/**
 * Returns the properties that the form changes; the command leaves the others as they are.
 * @param {Webhook} before @param {Record<string, string>} data @param {string[]} types
 */
function changes(before, { url, standup, secret }, types) {
  return { ...(url !== before.url && { url }), ...(types.join(' ') !== before.types.join(' ') && { types }),
    ...(standup !== (before.standup ?? '') && { standup }), ...(secret && { secret }) };
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind === 'webhooks' && isAdmin(state) ? [...readManaged(state, 'webhooks.managed'), ...readTeams(state), read()] : []);

/**
 * Reads the list again when it becomes visible, because no event reports a change of a webhook.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export const arrive = (state, place) => (place.kind === 'webhooks' && isAdmin(state) && state.webhooks.all ? [read()] : []);

/** @type {Handlers} */
export const handlers = {
  ...shared,
  'webhooks.managed': takeManaged,
  'webhooks.read'({ webhooks }, { reply, error }) {
    webhooks.problem = error?.message;
    if (reply) webhooks.all = reply.webhooks;
  },
  'webhook.do'({ webhooks }, { id, target }) {
    const results = (webhooks.results ??= {});
    if (results[id] === 'busy') return [];
    results[id] = 'busy';
    return [command(target, { id }, { type: 'webhook.done', id, isTest: target === 'webhooks.test' })];
  },
  'webhook.done'({ webhooks }, { id, isTest, reply, error }) {
    const results = (webhooks.results ??= {});
    if (error) results[id] = { problem: error.message };
    else if (isTest) results[id] = reply;
    else delete results[id];
    return [read()];
  },
  'webhook.submit'(state, { data }) {
    const { sheet } = state;
    if ((sheet?.kind !== 'addWebhook' && sheet?.kind !== 'editWebhook' && sheet?.kind !== 'removeWebhook') || sheet.isBusy) return [];
    const as = { type: 'webhook.submitted', sheet };
    const types = String(data.types ?? '').split(/[\s,]+/).filter(Boolean);
    if (sheet.kind === 'editWebhook') {
      const change = changes(sheet.webhook, data, types);
      if (Object.keys(change).length) {
        begin(sheet);
        return [command('webhooks.edit', { id: sheet.webhook.id, ...change }, as)];
      }
      state.sheet = null;
      return [];
    }
    begin(sheet);
    if (sheet.kind === 'removeWebhook') return [command('webhooks.remove', { id: sheet.webhook.id }, as)];
    return [command('webhooks.add', { url: data.url, format: data.format, ...(data.team && { team: data.team }), ...(types.length && { types }),
      ...(data.secret && { secret: data.secret }) }, as)];
  },
  'webhook.submitted'(state, { sheet, error }) {
    finish(sheet, error, ['url', 'types', 'standup', 'secret'], error?.code === 'denied' ? 'url' : '');
    if (error) return [];
    if (state.sheet === sheet) state.sheet = null;
    return [read()];
  },
};

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const { all, problem } = state.webhooks;
  const parent = /** @type {Place} */ ({ kind: 'list' });
  if (!isAdmin(state)) return [head(depth, titleOf('webhooks'), parent), empty(people.denied)];
  const isShown = all && (state.people.teams || state.people.teamsProblem);
  return [
    head(depth, titleOf('webhooks'), parent, button(icon('plus'), { type: 'sheet', sheet: { kind: 'addWebhook' } },
      { class: 'round', 'aria-label': words.add, title: words.add })),
    h('p', { class: 'quiet pad' }, words.hint),
    shown(problem),
    !isShown ? !problem && waiting
      : !all.length ? empty(words.none) : all.map((each) => webhook(state, each)),
  ];
}

/** @param {State} state @param {Webhook} it @returns {Child} */
function webhook(state, it) {
  const { id, url, types, team, standup, state: is, reason, behind, delivered, failingSince, attempts, nextAttemptAt, format } = it;
  const result = state.webhooks.results?.[id];
  const small = (/** @type {Child} */ text) => h('span', { class: 'quiet block small' }, text);
  const act = (/** @type {string} */ target, /** @type {string} */ label, /** @type {string} */ name) => button(label, { type: 'webhook.do', id, target },
    { key: target, class: 'plain', 'aria-label': name, disabled: result === 'busy' });
  return h('section', { key: id, class: 'group letter' },
    h('div', { class: 'row' }, h('span', { class: is === 'active' ? 'light good' : 'light bad' }), h('span', { class: 'grow' }, url,
      small([words.states[is], team ? teamName(state, team) : words.allTeams, standup && standupName(state, standup), types.join(', ') || words.all, words.formats.find(([name]) => name === format)?.[1]].filter(Boolean).join(' · ')),
      small([words.delivered(delivered), behind ? words.behind(behind) : ''].filter(Boolean).join(' · ')))),
    (reason || failingSince) && h('p', { class: is === 'failing' ? 'row problem' : 'row quiet', key: 'reason' }, [reason, failingSince && words.failing(moment(failingSince), attempts),
      nextAttemptAt && words.next(moment(nextAttemptAt))].filter(Boolean).join(' ')),
    result && h('p', { key: 'result', class: result !== 'busy' && ('problem' in result || !result.isAccepted) ? 'row problem' : 'row', role: 'status' }, told(result)),
    h('div', { class: 'row', key: 'tools' }, act('webhooks.test', words.test, words.testOf(url)),
      is === 'active' ? act('webhooks.pause', words.pause, words.pauseOf(url)) : act('webhooks.resume', words.resume, words.resumeOf(url)),
      button(words.edit, { type: 'sheet', sheet: { kind: 'editWebhook', webhook: it } }, { class: 'plain', 'aria-label': words.editOf(url) }),
      button(words.remove, { type: 'sheet', sheet: { kind: 'removeWebhook', webhook: it } }, { class: 'plain destructive', 'aria-label': words.removeOf(url) })));
}

/**
 * Returns the title of a standup, or its id if it is in another cell or was deleted.
 * @param {State} state @param {string} id
 */
function standupName(state, id) {
  const found = state.standups.get(id);
  return found ? title(found.standup.title) : id;
}

/**
 * Returns the standups whose events a webhook may post, by title, with the present one.
 * @param {State} state @param {Webhook} webhook
 */
function standups(state, { team, standup }) {
  const ids = [...state.standups.values()].map((each) => each.standup).filter((each) => !team || (each.team ?? 'default') === team).map(({ id }) => id);
  if (standup && !ids.includes(standup)) ids.push(standup);
  const named = ids.map((id) => /** @type {[string, string]} */ ([id, standupName(state, id)]));
  return [/** @type {[string, string]} */ (['', words.allStandups]), ...named.sort(([, a], [, b]) => a.localeCompare(b))];
}

/** @param {WebhookTest | { problem: string } | 'busy'} result */
function told(result) {
  if (result === 'busy') return words.testing;
  if ('problem' in result) return result.problem;
  return result.isAccepted ? words.accepted(result.status, result.ms) : words.refused(result.reason ?? String(result.status ?? ''));
}

/** @type {Part['sheets']} */
export const sheets = {
  addWebhook(state, sheet) {
    const ids = mayOperate(state) ? (state.people.teams ?? []).map(({ id }) => id) : state.people.managed ?? [];
    const teams = ids.map((id) => /** @type {[string, string]} */ ([id, teamName(state, id)]));
    const options = mayOperate(state) ? /** @type {[string, string][]} */ ([['', words.allTeams], ...teams]) : teams;
    return form('addWebhook', words.add, [
      field(sheet, words.url, 'url', '', { type: 'url', required: true, maxlength: '2048', placeholder: 'https://example.com/hook' }),
      choice(words.format, 'format', words.formats, 'binary'),
      choice(words.team, 'team', options, options[0]?.[0] ?? ''),
      field(sheet, words.types, 'types', '', { 'aria-describedby': 'types-hint', autocapitalize: 'off' }),
      h('p', { id: 'types-hint', class: 'small quiet' }, words.typesHint),
      field(sheet, words.secret, 'secret', '', { 'aria-describedby': 'secret-hint', maxlength: '512', autocapitalize: 'off', spellcheck: 'false' }),
      h('p', { id: 'secret-hint', class: 'small quiet' }, words.secretHint),
    ], sheet, words.add, 'webhook.submit');
  },
  editWebhook(state, sheet) {
    const { webhook } = /** @type {Sheets['editWebhook']} */ (sheet);
    return form('editWebhook', words.editTitle, [
      field(sheet, words.url, 'url', webhook.url, { type: 'url', required: true, maxlength: '2048' }),
      choice(words.standup, 'standup', standups(state, webhook), webhook.standup ?? ''),
      field(sheet, words.types, 'types', webhook.types.join(' '), { 'aria-describedby': 'types-hint', autocapitalize: 'off' }),
      h('p', { id: 'types-hint', class: 'small quiet' }, words.typesHint),
      field(sheet, words.newSecret, 'secret', '', { 'aria-describedby': 'secret-hint', maxlength: '512', autocapitalize: 'off', spellcheck: 'false' }),
      h('p', { id: 'secret-hint', class: 'small quiet' }, words.newSecretHint),
    ], sheet, words.save, 'webhook.submit');
  },
  removeWebhook(state, sheet) {
    const { webhook: { url } } = /** @type {Sheets['removeWebhook']} */ (sheet);
    return form('removeWebhook', words.removeTitle, h('p', {}, words.removeMessage(url)), sheet, words.remove, 'webhook.submit', true);
  },
};
