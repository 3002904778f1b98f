// Words of persons, teams, invitations and tokens, loaded with them.
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = {
  roles: { observer: 'Observer', member: 'Member', admin: 'Admin', operator: 'Operator' },
  save: 'Save', add: 'Add', remove: 'Remove', busy: 'Saving…', name: 'Name', email: 'E-mail', zone: 'Time zone', role: 'Role',
  until: t((moment) => `Valid until ${moment}`), members: n((count) => plural(count, 'member')),
  denied: 'Only operators and admins of a team can see this.',
  people: {
    search: 'Search by name', none: 'No persons yet', notFound: 'No person with this name',
      hint: 'Add the persons of your teams.', add: 'Add person', gone: 'Person not found. They may have been removed.',
    edit: 'Edit', editTitle: 'Edit person', info: 'Person', operator: 'Operates the installation', unset: 'Not set',
    identities: 'Accounts', noIdentities: 'No accounts. This person logs in with invitations.',
    granted: t((issuer) => `From ${issuer}`),
  },
  teams: {
    title: 'Teams', none: 'No teams', noTeams: 'In no team', add: 'Add team', id: 'Id (optional)',
      idHint: 'Letters a–z, digits and “-”. It never changes. Default: made from the name.',
    gone: 'Team not found. It may have been removed.', members: 'Members', noMembers: 'No members yet',
    addMember: 'Add member', addMemberHint: 'Enter the e-mail address of a person whom an operator has added.',
    addTo: 'Add to team', choose: 'Choose a team', roleOf: t((name) => `Role of ${name}`),
    roleIn: t((team) => `Role in ${team}`), removeOf: t((name) => `Remove ${name}`), removeFrom: t((team) => `Remove from ${team}`),
    removeTitle: t((name) => `Remove ${name} from the team?`), removeMessage: 'The person stays in their other teams.',
  },
  invite: {
    title: t((name) => `Invite ${name}`), invite: 'Invite', inviteOf: t((name) => `Invite ${name}`), valid: 'Valid for',
    spans: /** @type {[number, string][]} */ ([[1, '1 hour'], [24, '1 day'], [168, '7 days'], [720, '30 days']]),
    go: 'Create link', link: 'Link', once: 'This link works once, and is shown only now. Send it to this person only.',
    list: 'Unused invitations', none: 'No unused invitations', withdraw: 'Withdraw', withdrawOf: t((name) => `Withdraw the invitation of ${name}`),
  },
  tokens: {
    hint: 'A program uses a token to send requests over HTTP.', none: 'No tokens', add: 'Add token', team: 'Team', all: 'All teams',
      expires: 'Expires after', never: 'Never',
    spans: /** @type {[number, string][]} */ ([[7, '7 days'], [30, '30 days'], [90, '90 days'], [365, '1 year']]),
    token: 'Token', once: 'This token is shown only now. Store it where the program reads it.',
    of: (/** @type {string} */ role, /** @type {string} */ team) => `${role}, ${team}`, person: t((name) => `As ${name}`),
    commands: t((names) => `Only ${names}`), used: t((moment) => `Last used ${moment}`), unused: 'Never used',
    ends: t((moment) => `Expires ${moment}`), ended: t((moment) => `Expired ${moment}`), endless: 'Does not expire',
    revoke: 'Revoke', revokeOf: t((name) => `Revoke ${name}`), revokeTitle: t((name) => `Revoke the token “${name}”?`),
    revokeMessage: 'Programs that use it lose access at once.',
  },
};
