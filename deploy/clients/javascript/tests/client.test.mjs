// Runs the client with the real gateway and services; STANDUPS_BIN is the directory of the programs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Client, Refusal } from '../index.js';
import { Services } from './services.mjs';

let services;
let client;
const people = { durationMs: 60_000, theme: 'teal', attendees: [{ name: 'Ada' }, { name: 'Grace' }] };
const inTime = { timeout: 120_000 };

before(async () => {
  services = await Services.start(process.env.STANDUPS_BIN);
  client = await Client.login(await services.invite('robot'));
}, inTime);
after(() => services?.stop());

/** Returns the items up to and including the first one for which `isLast` is true. */
async function until(follower, isLast) {
  const all = [];
  for await (const told of follower) {
    all.push(told);
    if (isLast(told)) return all;
  }
  throw new Error('the follower ended');
}

test('a link works once, and a session knows whose it is', inTime, async () => {
  const link = await services.invite('once', 'observer');
  const observer = await Client.login(link);
  const { name, role } = await observer.me();
  assert.deepEqual({ name, role }, { name: 'once', role: 'observer' });
  await assert.rejects(Client.login(link), (error) => error instanceof Refusal && error.problem.status === 401);
  // With only its cookie, as a program continues that stored it.
  assert.equal((await new Client(observer.address, { cookie: observer.cookie }).me()).name, 'once');
  await assert.rejects(observer.command('standups.create', { title: 'No', ...people }), (error) => error.problem.code === 'denied');
  await observer.logout();
  await assert.rejects(observer.me(), (error) => error.problem.status === 401);
});

test('a meeting is held, and all of it is told in order', inTime, async () => {
  const { id: standup } = await client.command('standups.create', { title: 'Held', ...people });
  const follower = client.follow();
  let meeting;
  const told = [];
  for await (const each of follower) {
    told.push(each);
    if (each.type === 'snapshot') {
      assert.ok(each.standups.some((one) => one.standup.id === standup));
      ({ session: { id: meeting } } = await client.command('meetings.start', { standup, isRecorded: false }));
      follower.watch([meeting]);
    } else if (each.subject === meeting) {
      if (each.type === 'meeting.started') await client.command('meetings.next', { id: meeting, from: 0 });
      // A tick is sent only to clients that watch the meeting.
      if (each.type === 'meeting.tick' && each.data.speaker === 1) await client.command('meetings.next', { id: meeting, from: 1 });
      if (each.type === 'meeting.alertPresented') await client.command('meetings.answer', { id: meeting, action: 'saveAndEnd' });
      if (each.type === 'meeting.finished') break;
    }
  }
  const kept = told.filter(({ sequence }) => sequence).map(({ sequence }) => Number(sequence));
  assert.deepEqual(kept, kept.map((_, place) => kept[0] + place), 'each once and none left out');
  const last = told.at(-1);
  assert.equal(last.data.meeting.turns.length, 2);
  assert.deepEqual(follower.position, { epoch: last.epoch, after: Number(last.sequence) });
  assert.ok(Math.abs(follower.now() - Date.parse(last.time)) < 30_000);
});

test('a follower goes on where another one was', inTime, async () => {
  const first = client.follow();
  await until(first, ({ type }) => type === 'snapshot');
  const { position } = first;
  const made = [];
  for (let number = 0; number < 30; number += 1) {
    made.push((await client.command('standups.create', { title: `Later ${number}`, ...people })).id);
  }
  const told = await until(client.follow({ after: position }), ({ subject }) => subject === made.at(-1));
  assert.deepEqual(told.filter(({ type }) => type === 'standup.created').map(({ subject }) => subject), made);
  assert.ok(told.every(({ type }) => type !== 'snapshot'), 'nothing that it has');
  // A follower with a position of another journal starts with the state.
  const [state] = await until(client.follow({ after: { epoch: 'another', after: 7 } }), ({ type }) => type === 'snapshot');
  assert.equal(state.epoch, position.epoch);
});

test('who is slow hangs up, and gets everything all the same', inTime, async () => {
  const follower = client.follow({ limit: 3 });
  const each = follower[Symbol.asyncIterator]();
  assert.equal((await each.next()).value.type, 'snapshot');
  const made = [];
  for (let number = 0; number < 25; number += 1) {
    made.push((await client.command('standups.create', { title: `Slow ${number}`, ...people })).id);
  }
  const got = [];
  while (got.length < made.length) {
    const { value } = await each.next();
    assert.notEqual(value.type, 'snapshot');
    if (value.type === 'standup.created') got.push(value.subject);
  }
  assert.deepEqual(got, made);
  await each.return();
});

test('a gateway that dies is found again', inTime, async () => {
  const follower = client.follow();
  const each = follower[Symbol.asyncIterator]();
  await each.next();
  process.kill(services.pids.get('gateway'), 'SIGKILL');
  const { id } = await client.command('standups.create', { title: 'Meanwhile', ...people });
  for (;;) {
    const { value } = await each.next();
    if (value.subject === id || value.standups?.some((one) => one.standup.id === id)) break;
  }
  await each.return();
});

test('the end of the session ends what follows', inTime, async () => {
  const other = await Client.login(await services.invite('leaving'));
  const follower = other.follow();
  const each = follower[Symbol.asyncIterator]();
  await each.next();
  await other.logout();
  await assert.rejects(async () => { for (;;) await each.next(); }, (error) => error instanceof Refusal && error.problem.status === 401);
});

test('a signal ends it', inTime, async () => {
  const stop = new AbortController();
  let count = 0;
  for await (const told of client.follow({ signal: stop.signal })) {
    count += told.type === 'snapshot' ? 1 : 0;
    stop.abort();
  }
  assert.equal(count, 1);
  for await (const told of client.follow({ signal: AbortSignal.abort() })) assert.fail(told.type);
});

test('the example holds its meeting', inTime, async () => {
  const example = new URL('../example.mjs', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [example, await services.invite('example')]);
  assert.match(stdout, /meeting\.started[^]*meeting\.speakerChanged[^]*meeting\.finished/);
});

test('what is no gateway is said to be none', inTime, async () => {
  await assert.rejects(Client.login('http://127.0.0.1:1/#login=x'), (error) => error.problem.code === 'unavailable');
  await assert.rejects(Client.login('http://127.0.0.1:1/'), /standups web invite/);
  for (const [address, cookie] of [['ftp://a', 'a=b'], ['http://a', 'a'], ['http://a', 'a=b\r\nX: y']]) {
    assert.throws(() => new Client(address, { cookie }), TypeError);
  }
});
