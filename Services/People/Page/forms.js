// Sheets of persons, teams and invitations.
import { h } from '../../Gateway/Page/dom.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { check, choice, field, form as shared } from '../../Gateway/Page/view-form.js';
import { dialog, dismiss, secret } from '../../Gateway/Page/view-rows.js';
import { moment, person as called, w } from '../../Gateway/Page/words.js';
import { sheet as erase } from './erase.js';
import { teamName } from './rights.js';
import { words } from './words.js';

/** @param {string} key @param {string} title @param {Child} fields @param {Sheet & Busy} sheet @param {string} label @param {boolean} [isDestructive] */
const form = (key, title, fields, sheet, label, isDestructive) => shared(key, title, fields, sheet, label, 'people.submit', isDestructive);

/** @type {[TeamRole, string][]} */
export const teamRoles = [['observer', words.roles.observer], ['member', words.roles.member], ['admin', words.roles.admin]];

/** @type {Part['sheets']} */
export const sheets = {
  person(state, sheet) {
    const { person } = /** @type {Sheets['person']} */ (sheet);
    return form('person', person ? words.people.editTitle : words.people.add, [
      field(sheet, words.name, 'name', person?.name, { required: true, maxlength: '64' }),
      field(sheet, words.email, 'email', person?.email, { type: 'email' }),
      field(sheet, words.zone, 'zone', person?.zone, { placeholder: 'Europe/Paris', maxlength: '64' }),
      check(words.people.operator, 'isOperator', !!person?.isOperator, { disabled: !!person?.operatorIssuer }),
    ], sheet, person ? words.save : words.add);
  },
  addTeam: (state, sheet) => form('addTeam', words.teams.add, [
    field(sheet, words.name, 'name', '', { required: true, maxlength: '64' }),
    field(sheet, words.teams.id, 'id', '', { maxlength: '32', 'aria-describedby': 'id-hint', autocapitalize: 'off' }),
    h('p', { id: 'id-hint', class: 'small quiet' }, words.teams.idHint),
  ], sheet, words.add),
  addMember: (state, sheet) => form('addMember', words.teams.addMember, [
    h('p', {}, words.teams.addMemberHint),
    field(sheet, words.email, 'email', '', { type: 'email', required: true }),
    choice(words.role, 'role', teamRoles, 'member'),
  ], sheet, words.add),
  removeMember(state, sheet) {
    const { name } = /** @type {Sheets['removeMember']} */ (sheet);
    return form('removeMember', words.teams.removeTitle(called(name)), h('p', {}, words.teams.removeMessage), sheet, words.remove, true);
  },
  removePerson(state, sheet) {
    const { person } = /** @type {Sheets['removePerson']} */ (sheet);
    const [roles, accounts] = [person.teams.length, person.identities.length];
    return form('removePerson', words.people.removeTitle(called(person.name)), [
      h('p', {}, words.people.removeMessage(roles, accounts)), h('p', {}, words.people.removeStays),
      state.me?.person === person.id && h('p', { class: 'problem' }, words.people.removeSelf),
    ], sheet, words.people.remove, true);
  },
  addIdentity: (state, sheet) => form('addIdentity', words.people.addIdentity, [
    h('p', {}, words.people.identityHint),
    field(sheet, words.people.issuer, 'issuer', '', { required: true, maxlength: '256', placeholder: 'https://login.example.com', autocapitalize: 'off' }),
    field(sheet, words.people.subject, 'subject', '', { required: true, maxlength: '256', autocapitalize: 'off' }),
  ], sheet, words.add),
  removeIdentity(state, sheet) {
    const { person, identity } = /** @type {Sheets['removeIdentity']} */ (sheet);
    const lost = person.teams.filter(({ issuer }) => issuer === identity.issuer).map(({ team }) => teamName(state, team));
    return form('removeIdentity', words.people.removeIdentityTitle(identity.subject), [
      h('p', {}, words.people.removeIdentityMessage(called(person.name), identity.issuer)),
      lost.length > 0 && h('p', {}, words.people.removeIdentityRoles(lost.join(', '))),
    ], sheet, words.people.removeIdentity, true);
  },
  renameTeam(state, sheet) {
    const { team } = /** @type {Sheets['renameTeam']} */ (sheet);
    return form('renameTeam', words.teams.rename, [
      field(sheet, words.name, 'name', team.name, { required: true, maxlength: '64', 'aria-describedby': 'id-stays' }),
      h('p', { id: 'id-stays', class: 'small quiet' }, words.teams.renameHint(team.id)),
    ], sheet, words.save);
  },
  removeTeam(state, sheet) {
    const { team } = /** @type {Sheets['removeTeam']} */ (sheet);
    return form('removeTeam', words.teams.deleteTitle(team.name), h('p', {}, words.teams.deleteMessage(team.members, team.id)), sheet, words.teams.delete, true);
  },
  erase,
  invite(state, sheet) {
    const invite = /** @type {Sheets['invite']} */ (sheet);
    const title = words.invite.title(called(invite.name));
    const { reply } = invite;
    if (!reply) return form('invite', title, choice(words.invite.valid, 'hours', words.invite.spans, 24), sheet, words.invite.go);
    return dialog('invite', title, [h('p', {}, words.invite.once), secret(sheet, 'invite-link', words.invite.link, reply.link),
      h('p', {}, words.until(moment(reply.expires))),
      h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
  },
};
