// Sheets of persons, teams and invitations. The document keeps the typed text of their fields, so that an error loses none of
// it.
import { h } from '../../Gateway/Page/dom.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { dialog, dismiss, secret } from '../../Gateway/Page/view-rows.js';
import { moment, person as called, w } from '../../Gateway/Page/words.js';
import { words } from './words.js';

/**
 * Creates a dialog with a form.
 * @param {string} key
 * @param {string} title
 * @param {Child} fields
 * @param {Sheet & Busy} sheet
 * @param {string} label of the button that sends the form
 * @param {string} [action] type of the action, which has the values of the fields
 */
export const form = (key, title, fields, { isBusy, problem }, label, action = 'people.submit') => dialog(key, title, h('form', { submit: (event) => {
  event.preventDefault();
  const el = /** @type {HTMLFormElement} */ (event.target);
  /** @type {Record<string, any>} */
  const data = Object.fromEntries([...new FormData(el)].map(([name, text]) => [name, String(text).trim()]));
  // A check box that is not checked is not part of the data of a form.
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (el.querySelectorAll('[type=checkbox]'))) data[box.name] = box.checked;
  return { type: action, data };
} }, fields,
problem && h('p', { class: 'problem', role: 'alert' }, problem),
h('div', { class: 'choices' }, h('button', { class: 'primary', disabled: !!isBusy }, isBusy ? words.busy : label), button(w.cancel, dismiss))),
dismiss);

/**
 * @param {string} label
 * @param {string} name of the value
 * @param {string} [text] at first
 * @param {Props} [props]
 */
const field = (label, name, text = '', props = {}) => h('label', {}, label,
  h('input', { name, autocomplete: 'off', ...props, mount: (el) => { /** @type {HTMLInputElement} */ (el).value = text; } }));

/**
 * @param {string} label
 * @param {string} name of the value
 * @param {[string | number, string][]} options
 * @param {string | number} chosen at first
 * @param {Props} [props]
 */
export const choice = (label, name, options, chosen, props) => h('label', {}, label,
  h('select', { name, ...props, mount: (el) => { /** @type {HTMLSelectElement} */ (el).value = String(chosen); } },
    options.map(([value, text]) => h('option', { key: String(value), value: String(value) }, text))));

/** @type {[TeamRole, string][]} */
export const teamRoles = [['observer', words.roles.observer], ['member', words.roles.member], ['admin', words.roles.admin]];

/** @type {Part['sheets']} */
export const sheets = {
  person(state, sheet) {
    const { person } = /** @type {Sheets['person']} */ (sheet);
    return form('person', person ? words.people.editTitle : words.people.add, [
      field(words.name, 'name', person?.name, { required: true, maxlength: '64' }),
      field(words.email, 'email', person?.email, { type: 'email' }),
      field(words.zone, 'zone', person?.zone, { placeholder: 'Europe/Paris', maxlength: '64' }),
      h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'isOperator', disabled: !!person?.operatorIssuer,
        mount: (el) => { /** @type {HTMLInputElement} */ (el).checked = !!person?.isOperator; } }), ' ', words.people.operator),
    ], sheet, person ? words.save : words.add);
  },
  addTeam: (state, sheet) => form('addTeam', words.teams.add, [
    field(words.name, 'name', '', { required: true, maxlength: '64' }),
    field(words.teams.id, 'id', '', { maxlength: '32', 'aria-describedby': 'id-hint', autocapitalize: 'off' }),
    h('p', { id: 'id-hint', class: 'small quiet' }, words.teams.idHint),
  ], sheet, words.add),
  addMember: (state, sheet) => form('addMember', words.teams.addMember, [
    h('p', {}, words.teams.addMemberHint),
    field(words.email, 'email', '', { type: 'email', required: true }),
    choice(words.role, 'role', teamRoles, 'member'),
  ], sheet, words.add),
  removeMember(state, sheet) {
    const { name } = /** @type {Sheets['removeMember']} */ (sheet);
    return form('removeMember', words.teams.removeTitle(called(name)), h('p', {}, words.teams.removeMessage), sheet, words.remove);
  },
  invite(state, sheet) {
    const invite = /** @type {Sheets['invite']} */ (sheet);
    const title = words.invite.title(called(invite.name));
    const { reply } = invite;
    if (!reply) return form('invite', title, choice(words.invite.valid, 'hours', words.invite.spans, 24), sheet, words.invite.go);
    return dialog('invite', title, [h('p', {}, words.invite.once), secret(sheet, 'invite-link', words.invite.link, reply.link),
      h('p', {}, words.until(moment(reply.expires)), '.'),
      h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
  },
};
