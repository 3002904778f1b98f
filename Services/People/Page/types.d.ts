// Types of persons, teams, invitations and tokens.

type TeamRole = 'observer' | 'member' | 'admin';
/** Role in a team. With an `issuer`, only this provider grants and changes it. */
interface Membership { team: string; role: TeamRole; issuer?: string }
interface Identity { issuer: string; subject: string }
/** Person as far as the visitor may see them: the teams of an admin are those that the admin manages. */
interface Person {
  id: string; name: string; email?: string; zone?: string; isOperator?: boolean; operatorIssuer?: string;
  identities: Identity[]; teams: Membership[];
}
/** Consent to the recognition of the visitor's own voice. */
interface OwnVoice { agreedAt?: string; hasPrint: boolean; learnedMs: number; lastUsedAt?: string }
interface Team { id: string; name: string; members: number }
interface TeamMember { person: string; name: string; role: TeamRole; issuer?: string }
/** Unused link for logging in, without its secret. */
interface Invitation { id: string; name: string; role?: string; person?: string; expires: string }
type TokenRole = TeamRole | 'operator';
/** Token of a program, without its secret. */
interface WebToken {
  id: string; name: string; role?: TokenRole; team?: string; person?: string; commands?: string[]; created: string;
  expires?: string; used?: string;
}

/** Person in the list. */
interface PersonRow { id: string; name: string; email?: string; isOperator?: boolean; teams: Membership[] }
/** List of persons, which is read page by page: from all persons, or from the members of each team. */
interface PeopleList {
  rows: Map<string, PersonRow>;
  /** Pages to read, in this order. */
  queue: { team?: string; after?: string }[];
  /** Number of persons to show. */
  wanted: number; isLoading: boolean; problem: string;
  /** True until the first page has arrived. */
  isNew: boolean;
}
/** A thing that was read, or the reason why it could not be. */
interface Found<Thing> { id: string; it?: Thing; problem?: string }
interface People {
  search: string; list?: PeopleList;
  /** Ids of the teams that an admin manages. Absent until they are known, and for operators, who manage all. */
  managed?: string[];
  teams?: Team[]; teamsNext?: string; teamsProblem?: string;
  /** Reason why the last change of a role failed. */
  changeProblem?: string;
  person?: Found<Person>; team?: Found<Team>;
  members?: { team: string; all: TeamMember[]; next?: string; problem?: string };
  invitations?: Invitation[]; invitationsProblem?: string;
  /** Days for which the installation and teams retain transcripts. */
  retention?: { days?: number; teams: TeamRetention[] }; retentionProblem?: string;
  /** Names of persons in the list of tokens, by id. */
  names?: Record<string, string>;
  /** The visitor's own consent to the recognition of their voice. */
  voice?: { it?: OwnVoice; problem?: string; isBusy?: boolean };
  tokens?: WebToken[]; tokensNext?: string; tokensProblem?: string;
  /** True if an event has arrived since the place was last read. */
  isStale?: boolean;
}
/** Retention of a team's transcripts: the days, and those that apply until a time. */
interface TeamRetention { team: string; days?: number; before?: number; fromMs?: number }
interface PeopleState { people: People }
interface State extends PeopleState {}

interface Places {
  people: { kind: 'people' | 'teams' | 'tokens' }; person: { kind: 'person'; person: string }; team: { kind: 'team'; team: string };
}
/** Data of a person that an erasure deletes: the text of each place, or that it stays. */
interface Erasure { step: 'name' | 'find' | 'ask' | 'erase' | 'done'; name: string; lines: string[]; queue: ErasureStep[]; failed: string[] }
type ErasureStep = { standup: string; after?: string } | { focus: string } | { person: string };
interface Sheets {
  person: { kind: 'person'; person?: Person } & Busy; addTeam: { kind: 'addTeam' } & Busy;
  addMember: { kind: 'addMember'; team: string } & Busy;
  removeMember: { kind: 'removeMember'; team: string; person: string; name: string } & Busy;
  removePerson: { kind: 'removePerson'; person: Person } & Busy;
  addIdentity: { kind: 'addIdentity'; person: Person } & Busy;
  removeIdentity: { kind: 'removeIdentity'; person: Person; identity: Identity } & Busy;
  renameTeam: { kind: 'renameTeam'; team: Team } & Busy; removeTeam: { kind: 'removeTeam'; team: Team } & Busy;
  erase: { kind: 'erase' } & Erasure & Busy;
  invite: { kind: 'invite'; person: string; name: string; reply?: { link: string; expires: string }; copied?: string } & Busy;
  addToken: { kind: 'addToken'; team?: string; reply?: { token: string; expires?: string }; copied?: string } & Busy;
  revokeToken: { kind: 'revokeToken'; token: WebToken } & Busy;
}
