import type { Commands, Events, LiveMeeting, StandupSummary } from './messages.js';
export * from './messages.js';

/** Position of a follower: the last event that it read, and the epoch of the journal. */
export interface Position { epoch: string; after: number }

/** An event as described in docs/protocol.md. Ticks and partial transcripts are not durable and have neither
 * sequence nor epoch. `type` determines the type of `data`. */
export type CloudEvent = {
  [Type in keyof Events]: {
    type: Type; data: Events[Type]; subject: string; time: string; id: string; source: string; sequence?: string;
    epoch?: string;
  };
}[keyof Events] | {
  /** An event that another program published. */
  type: `test.${string}` | `${string}.${string}.${string}`; data: any; subject: string; time: string; id: string;
  source: string; sequence?: string; epoch?: string;
};

/** The complete state at one moment; events continue from it. Its members are those of `events.snapshot`. */
export interface Snapshot extends Position { type: 'snapshot'; standups: StandupSummary[]; meetings: LiveMeeting[] }

/** A rejected request, and whether it may be retried. */
export class Refusal extends Error {
  problem: { code: string; message: string; retryable?: boolean; detail?: any; status?: number; retryAfterMs?: number };
}

export interface FollowOptions {
  /** Position of an earlier follower. Without it the state is yielded first. */
  after?: Position | null;
  /** Meetings whose ticks and partial transcripts are delivered too; at most 64. */
  meetings?: string[];
  signal?: AbortSignal;
  /** Maximum number of events that wait to be read. */
  limit?: number;
}

export class Follower implements AsyncIterable<Snapshot | CloudEvent> {
  /** Position after the last yielded item, for `after` of a later follower. */
  readonly position: Position | null;
  watch(meetings: string[]): void;
  /** The gateway's time, in milliseconds since 1970. */
  now(): number;
  close(): void;
  [Symbol.asyncIterator](): AsyncGenerator<Snapshot | CloudEvent, void, undefined>;
}

export class Client {
  constructor(address: string | URL, session: { cookie: string });
  /** Logs in with a link from `standups web invite`. */
  static login(link: string | URL): Promise<Client>;
  readonly address: string;
  /** The session's cookie. It is a secret: anyone who has it acts as this person. */
  readonly cookie: string;
  me(): Promise<{ name: string; role: 'operator' | 'observer'; session: string }>;
  /** Sends a command. The reply of one that `Commands` does not list may be anything. */
  command<Target extends string>(target: Target, body?: Target extends keyof Commands ? Commands[Target]['body'] : object):
    Promise<Target extends keyof Commands ? Commands[Target]['reply'] : any>;
  follow(options?: FollowOptions): Follower;
  logout(): Promise<void>;
}
