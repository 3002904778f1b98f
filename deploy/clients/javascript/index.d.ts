/** Where a follower is: after which event of which journal. */
export interface Position { epoch: string; after: number }

/** An event, as docs/protocol.md has it. Ticks and partial words have neither sequence nor epoch, as nobody keeps them. */
export interface CloudEvent {
  type: string; subject: string; time: string; data: any; id: string; source: string; sequence?: string; epoch?: string;
}

/** All that there is at a moment; events go on from here. Its members are those of `events.snapshot`. */
export interface Snapshot extends Position { type: 'snapshot'; standups: any[]; meetings: any[] }

/** What was refused, and whether it may be tried again. */
export class Refusal extends Error {
  problem: { code: string; message: string; retryable?: boolean; detail?: any; status?: number; retryAfterMs?: number };
}

export interface FollowOptions {
  /** Where an earlier one was. Without it the state comes first. */
  after?: Position | null;
  /** Of which meetings ticks and partial words come, too; at most 64. */
  meetings?: string[];
  signal?: AbortSignal;
  /** How many events may wait to be taken. */
  limit?: number;
}

export class Follower implements AsyncIterable<Snapshot | CloudEvent> {
  /** After what was yielded last: for `after` of a later one. */
  readonly position: Position | null;
  watch(meetings: string[]): void;
  /** The gateway's time, in milliseconds since 1970. */
  now(): number;
  close(): void;
  [Symbol.asyncIterator](): AsyncGenerator<Snapshot | CloudEvent, void, undefined>;
}

export class Client {
  constructor(address: string | URL, session: { cookie: string });
  /** Goes through a link of `standups web invite`. */
  static login(link: string | URL): Promise<Client>;
  readonly address: string;
  /** A secret: whoever has it is this person. */
  readonly cookie: string;
  me(): Promise<{ name: string; role: 'operator' | 'observer'; session: string }>;
  command(target: string, body?: object): Promise<any>;
  follow(options?: FollowOptions): Follower;
  logout(): Promise<void>;
}
