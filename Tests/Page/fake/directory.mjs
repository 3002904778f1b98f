// Persons, teams, invitations and tokens in memory, for the test gateway.
import { randomBytes, randomUUID } from 'node:crypto';

export class Refused extends Error {
  constructor(code, message, detail) {
    super(message);
    Object.assign(this, { code, detail, retryable: code === 'unavailable' });
  }
}

const later = (ms) => new Date(Date.now() + ms).toISOString();

/** Code for logging in, 128 random bits in Base64 for URLs. */
export const newCode = () => randomBytes(16).toString('base64url');

/** The part of the bus that answers commands about persons. `publish` emits an event. */
export class Directory {
  /** All persons; the first one is signed in. */
  persons = [
    { id: '5e5e0000-0000-4000-8000-000000000001', name: 'Tester', identities: [], teams: [{ team: 'default', role: 'member' }] },
    { id: '5e5e0000-0000-4000-8000-000000000002', name: 'Grace Hopper', email: 'grace@example.com', zone: 'America/New_York',
      identities: [{ issuer: 'https://login.example.com', subject: '1906' }], teams: [{ team: 'default', role: 'member', issuer: 'https://login.example.com' }] },
  ];
  teams = [{ id: 'default', name: 'Everyone' }];
  /** Ids of removed teams, which no other team gets. */
  removedTeams = new Set();
  /** Glossaries of the teams, by their ids. */
  glossaries = new Map();
  invitations = new Map();
  tokens = new Map();
  /** Address of the page, for links. */
  address = '';

  person(id) {
    const found = this.persons.find((each) => each.id === id);
    if (!found) throw new Refused('not_found', 'Person not found; list all with “standups people”.');
    return found;
  }
  team(id) {
    const found = this.teams.find((each) => each.id === id);
    if (!found) throw new Refused('not_found', `Team “${id}” not found.`);
    return { ...found, members: this.membersOf(id).length };
  }
  membersOf(team) {
    return this.persons.flatMap(({ id, name, teams }) => teams.filter((each) => each.team === team)
      .map(({ role, issuer }) => ({ person: id, name, role, ...(issuer && { issuer }) })));
  }

  checkName(name) {
    if (!name?.trim()) throw new Refused('invalid', 'A name has 1 to 64 bytes, and is not blank.', { field: 'name' });
  }
  checkZone(zone) {
    if (zone && !Intl.supportedValuesOf('timeZone').includes(zone) && zone !== 'UTC') throw new Refused('invalid', `Unknown time zone “${zone}”.`, { field: 'zone' });
  }

  'people.list'({ after = '0', limit = 100 } = {}) {
    const start = Number(after);
    const people = this.persons.slice(start, start + limit);
    return { people, total: this.persons.length, ...(start + limit < this.persons.length && { next: String(start + limit) }) };
  }
  'people.get'({ id, email }) {
    if (id) return this.person(id);
    const found = this.persons.find((each) => each.email === email);
    if (!found) throw new Refused('not_found', 'Person not found; list all with “standups people”.');
    return found;
  }
  checkEmail(email, id) {
    if (email && this.persons.some((each) => each.email === email && each.id !== id)) throw new Refused('conflict', 'Another person has this e-mail address or identity.');
  }
  'people.add'({ name, email, zone, isOperator }) {
    this.checkName(name);
    this.checkZone(zone);
    this.checkEmail(email);
    const person = { id: randomUUID(), name, ...(email && { email }), ...(zone && { zone }), ...(isOperator && { isOperator }), identities: [], teams: [] };
    this.persons.push(person);
    this.publish('person.added', person.id, { id: person.id });
    return person;
  }
  'people.edit'({ id, ...changes }) {
    const person = this.person(id);
    if ('name' in changes) this.checkName(changes.name);
    this.checkZone(changes.zone);
    this.checkEmail(changes.email, id);
    for (const [name, value] of Object.entries(changes)) {
      if (value) person[name] = value; else delete person[name];
    }
    this.publish('person.edited', id, { id, changed: Object.keys(changes) });
    return person;
  }
  'people.remove'({ id }) {
    this.person(id);
    this.persons = this.persons.filter((each) => each.id !== id);
    for (const [code, each] of this.invitations) if (each.person === id) this.invitations.delete(code);
    for (const [token, each] of this.tokens) if (each.person === id) this.tokens.delete(token);
    this.publish('person.removed', id, { id });
    return {};
  }
  /** The voice of the one visitor with a person. */
  'people.voice'() { return this.voice ?? { hasPrint: false, learnedMs: 0 }; }
  'people.agreeToVoice'() { return (this.voice ??= { agreedAt: new Date().toISOString(), hasPrint: false, learnedMs: 0 }); }
  'people.withdrawVoice'() {
    delete this.voice;
    return this['people.voice']();
  }
  'people.addIdentity'({ id, identity }) {
    const person = this.person(id);
    const isSame = (each) => each.issuer === identity.issuer && each.subject === identity.subject;
    if (this.persons.some((each) => each.id !== id && each.identities.some(isSame))) throw new Refused('conflict', 'Another person has this e-mail address or identity.');
    if (!person.identities.some(isSame)) person.identities.push(identity);
    this.publish('person.identitiesChanged', id, { id, identities: person.identities.length });
    return person;
  }
  'people.removeIdentity'({ id, identity }) {
    const person = this.person(id);
    person.identities = person.identities.filter((each) => each.issuer !== identity.issuer || each.subject !== identity.subject);
    person.teams = person.teams.filter(({ issuer }) => issuer !== identity.issuer);
    this.publish('person.identitiesChanged', id, { id, identities: person.identities.length });
    return person;
  }
  'teams.rename'({ id, name }) {
    this.team(id);
    this.teams.find((each) => each.id === id).name = name;
    this.publish('team.renamed', id, { id, name });
    return this.team(id);
  }
  /** True if a team has standups, which the bus knows. */
  hasStandups() { return false; }
  'teams.remove'({ id }) {
    this.team(id);
    if (id === 'default') throw new Refused('conflict', 'The team “default” always exists, and cannot be removed.');
    if (this.hasStandups(id)) throw new Refused('conflict', 'The team has standups. Move or delete them first.');
    this.teams = this.teams.filter((each) => each.id !== id);
    this.glossaries.delete(id);
    this.removedTeams.add(id);
    for (const person of this.persons) person.teams = person.teams.filter(({ team }) => team !== id);
    this.publish('team.removed', id, { id });
    return {};
  }
  /** Replaces the terms of a team, in the order of their spelling. */
  setTerms(team, terms) {
    const sorted = terms.toSorted((one, other) => (one.term.toLowerCase() < other.term.toLowerCase() ? -1 : 1));
    this.glossaries.set(team, sorted);
    this.publish('glossary.changed', team, { count: sorted.length });
    return { team, count: sorted.length };
  }
  'glossary.list'({ team = 'default' } = {}) {
    this.team(team);
    return { team, terms: this.glossaries.get(team) ?? [] };
  }
  'glossary.add'({ team = 'default', terms }) {
    const { terms: before } = this['glossary.list']({ team });
    const foreign = terms.find(({ term, soundsLike = term }) => !/[\p{Script=Latin}0-9]/u.test(soundsLike));
    if (foreign) throw new Refused('invalid', `The letters of “${foreign.term}” do not say how it sounds; add what it sounds like, in Latin letters.`, { member: 'terms' });
    const names = new Set(terms.map(({ term }) => term.toLowerCase()));
    const kept = before.filter(({ term }) => !names.has(term.toLowerCase()));
    if (kept.length + terms.length > 500) throw new Refused('conflict', 'The glossary of this team is full.', { team });
    const replaced = before.length - kept.length;
    return { ...this.setTerms(team, [...kept, ...terms]), added: terms.length - replaced, replaced };
  }
  'glossary.remove'({ team = 'default', terms }) {
    const { terms: before } = this['glossary.list']({ team });
    const names = new Set(terms.map((term) => term.toLowerCase()));
    const kept = before.filter(({ term }) => !names.has(term.toLowerCase()));
    return { ...this.setTerms(team, kept), removed: before.length - kept.length };
  }
  'teams.list'() { return { teams: this.teams.map(({ id }) => this.team(id)) }; }
  'teams.get'({ id }) { return this.team(id); }
  'teams.add'({ name, id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-') }) {
    if (this.teams.some((each) => each.id === id) || this.removedTeams.has(id)) throw new Refused('conflict', `The team “${id}” already exists.`);
    this.teams.push({ id, name });
    this.publish('team.added', id, { id, name });
    return this.team(id);
  }
  'teams.members'({ id }) {
    this.team(id);
    return { members: this.membersOf(id) };
  }
  'teams.setMember'({ team, person: id, role }) {
    const person = this.person(id);
    this.team(team);
    const granted = person.teams.find((each) => each.team === team);
    if (granted) granted.role = role; else person.teams.push({ team, role });
    this.publish('team.memberSet', team, { team, person: id, role });
    return { team, role };
  }
  'teams.removeMember'({ team, person: id }) {
    const person = this.person(id);
    person.teams = person.teams.filter((each) => each.team !== team);
    this.publish('team.memberRemoved', team, { team, person: id });
    return {};
  }

  'gateway.invite'({ name, person, role, hours }) {
    const code = newCode();
    const invitation = { id: randomUUID(), name, ...(person && { person }), ...(role && { role }), expires: later(hours ? hours * 3_600_000 : 600_000) };
    this.invitations.set(code, invitation);
    return { id: invitation.id, code, link: `${this.address}/#login=${code}`, expires: invitation.expires };
  }
  'gateway.invitations'() { return { invitations: [...this.invitations.values()] }; }
  'gateway.withdraw'({ id }) {
    for (const [code, each] of this.invitations) if (each.id === id) this.invitations.delete(code);
    return {};
  }

  /** Webhooks, and calendar links. The gateway adds the browsers. */
  webhooks = [];
  calendars = [];
  browsers = () => [];
  endBrowser = () => false;
  webhook(id) {
    const found = this.webhooks.find((each) => each.id === id);
    if (!found) throw new Refused('not_found', 'Webhook not found.');
    return found;
  }
  'webhooks.list'() { return { webhooks: this.webhooks }; }
  'webhooks.add'({ url, types = [], team, format = 'binary', secret }) {
    if (!/^https?:\/\//.test(url)) throw new Refused('invalid', 'Invalid URL of a webhook; expected http or https.', { field: 'url' });
    if (secret !== undefined && secret.length < 16) throw new Refused('invalid', 'Invalid secret; expected 16 to 512 bytes.', { field: 'secret' });
    const webhook = { id: randomUUID(), url, types, ...(team && { team }), format, createdAt: later(0), state: 'active', epoch: this.epoch, sequence: 0, behind: 0, delivered: 0, attempts: 0 };
    this.webhooks.push(webhook);
    return webhook;
  }
  'webhooks.edit'({ id, secret, ...change }) {
    if (change.url !== undefined && !/^https?:\/\//.test(change.url)) throw new Refused('invalid', 'Invalid URL of a webhook; expected http or https.', { field: 'url' });
    if (secret !== undefined && secret.length < 16) throw new Refused('invalid', 'Invalid secret; expected 16 to 512 bytes.', { field: 'secret' });
    const webhook = Object.assign(this.webhook(id), change, { attempts: 0, failingSince: undefined });
    if (!webhook.standup) delete webhook.standup;
    return webhook;
  }
  'webhooks.pause'({ id }) { return Object.assign(this.webhook(id), { state: 'paused', reason: 'Paused by a person.' }); }
  'webhooks.resume'({ id }) {
    return Object.assign(this.webhook(id), { state: 'active', attempts: 0, reason: undefined, failingSince: undefined, nextAttemptAt: undefined });
  }
  'webhooks.test'({ id }) {
    const isAccepted = !this.webhook(id).url.includes('broken');
    return { isAccepted, status: isAccepted ? 204 : 500, ms: 12, ...(!isAccepted && { reason: 'The receiver responded with 500.' }) };
  }
  'webhooks.remove'({ id }) {
    this.webhook(id);
    this.webhooks = this.webhooks.filter((each) => each.id !== id);
    return {};
  }

  'gateway.calendar'({ name, person }) {
    const session = { id: randomUUID(), name, ...(person && { person }), began: later(0), expires: later(365 * 86_400_000), isCalendar: true };
    this.calendars.unshift(session);
    return { link: `${this.address}/calendar.ics?token=${newCode()}`, expires: session.expires };
  }
  'gateway.sessions'() { return { address: `${this.address}/`, sessions: [...this.calendars, ...this.browsers()] }; }
  'gateway.revoke'({ id }) {
    const before = this.calendars.length;
    this.calendars = this.calendars.filter((each) => each.id !== id);
    if (before === this.calendars.length && !this.endBrowser(id)) throw new Refused('not_found', 'Session not found.');
    this.publish('login.ended', id, { session: id });
    return { sessions: 1, invites: 0 };
  }

  'tokens.add'({ name, role, team, expires }) {
    const id = randomUUID();
    const token = `standups_${randomBytes(32).toString('base64url')}`;
    this.tokens.set(token, { id, name, role, ...(team && { team }), ...(expires && { expires }), created: later(0) });
    this.publish('token.added', id, { id, name, role });
    return { token, id, ...(expires && { expires }) };
  }
  'tokens.list'({ after = '0' } = {}) {
    const all = [...this.tokens.values()].map((_, index, tokens) => tokens[tokens.length - 1 - index]);
    const start = Number(after);
    return { tokens: all.slice(start, start + 100), ...(start + 100 < all.length && { next: String(start + 100) }) };
  }
  'tokens.revoke'({ id }) {
    for (const [token, each] of this.tokens) if (each.id === id) this.tokens.delete(token);
    this.publish('token.revoked', id, { id });
    return {};
  }
}
