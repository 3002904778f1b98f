// A gateway with the API of docs/web.md for the services in memory. Tests control its failures over /test/….
//
//   node Tests/Page/fake/gateway.mjs [PORT] [VERSION]     prints the address, and runs until it is ended
//
// VERSION is a suffix of the title of the list, so that tests can replace the page by another version.
import { randomUUID, createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { register } from '../../../Services/Gateway/Page/features.js';
import { parse } from '../../../Services/Gateway/Page/places.js';
import { bytes as bytesOf, files, text } from '../weigh.mjs';
import { Bus, Refused } from './bus.mjs';
import { newCode } from './directory.mjs';
import { accept } from './socket.mjs';

const types = { svg: 'image/svg+xml', png: 'image/png', js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker; worker-src 'self'; manifest-src 'self'";
const statuses = { invalid: 400, version: 400, denied: 403, not_found: 404, moved: 404, unroutable: 404, conflict: 409, compacted: 410, too_large: 413, busy: 429, unavailable: 503, draining: 503, expired: 504 };

register();
let bus = new Bus();
let isAway = false;
/** True if the gateway never responds to requests for the page. */
let isSlow = false;
let role = 'operator';
/** Another cell with such a gateway: its address, the published address of its page, and its rejection, if any. */
let other = null;
/** A session of the person who is signed in. */
const login = ({ id, name } = bus.persons[0]) => ({ name, person: id, session: randomUUID() });
const sessions = new Map([['test', login()]]);
/** Lets the bus list and end the sessions of browsers. */
function connect() {
  const began = new Date().toISOString();
  const expires = new Date(Date.now() + 30 * 86_400_000).toISOString();
  bus.address = address();
  bus.browsers = () => [...sessions.values()].map(({ session: id, name, person }) => ({ id, name, person, began, expires }));
  bus.endBrowser = (id) => {
    const found = [...sessions].find(([, { session }]) => session === id);
    return !!found && sessions.delete(found[0]);
  };
}
/** Persons who log in with a code. */
const codes = new Map();
/** Systems with whose accounts people sign in, and the address to which a logout leads. */
let signIn = { providers: [] };
/** Rows of a small QR code, of which the page knows only that it is a square. */
const qr = Array.from({ length: 21 }, (_, y) => Array.from({ length: 21 }, (_, x) => ((x * y + x + y) % 3 ? '0' : '1')).join(''));
const streams = new Set();
/** Number of bytes that wait to be sent to a browser at which its connection is poor. */
const slowBytes = 64 << 10;
/** Id of this gateway. */
const own = randomUUID();
/** Audio from microphones, by meeting, and the holder of the lease. */
const sound = new Map();

const [, , port = '0', version = '', ...failures] = process.argv;
/** Requests that fail once: that for the service `worker`, or for one of the `files` of the page. */
const failing = new Set(failures);
/** The text of a file of this version. */
const versioned = (name) => (name === 'Standups/Page/words.js' && version ? text(name).replace(/title: 'Daily Standups'/, `title: 'Daily Standups ${version}'`) : text(name));
const assets = new Map(files.filter((name) => /\.(js|css|svg|png)$/.test(name)).map((name) => [name, name.endsWith('.png') ? bytesOf(name) : Buffer.from(versioned(name))]));
const hash = createHash('sha256').update(Buffer.concat([...assets.values()])).digest('hex').slice(0, 16);
const shell = text('Gateway/Page/index.html').replaceAll('{assets}', `/assets/${hash}`);

const session = (request) => sessions.get(/standups=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]);
/** The program whose token a request has. */
const bearer = (request) => {
  const token = bus.tokens.get(/^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1]);
  if (token) token.used = new Date().toISOString();
  return token && { name: token.name, role: token.role, session: `token/${token.id}` };
};
const address = () => `http://127.0.0.1:${server.address().port}`;
const read = async (request) => { const all = []; for await (const part of request) all.push(part); return Buffer.concat(all).toString(); };

const server = createServer(async (request, response) => {
  const { pathname, search, searchParams } = new URL(request.url, 'http://localhost');
  const send = (status, body, headers = {}) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
  if (pathname.startsWith('/test/')) return send(200, control(pathname.slice(6), JSON.parse((await read(request)) || '{}')) ?? {});
  if (isAway) return response.destroy();
  if (pathname.startsWith(`/assets/${hash}/`)) {
    const name = pathname.slice(hash.length + 9);
    const bytes = assets.get(name);
    if (!bytes) return send(404, {});
    if (failing.delete('files')) return send(503, {});
    return send(200, gzipSync(bytes), { 'Content-Type': types[name.split('.').pop()], 'Content-Encoding': 'gzip', 'Cache-Control': 'public, max-age=31536000, immutable' });
  }
  const root = { '/sw.js': 'text/javascript; charset=utf-8', '/manifest.webmanifest': 'application/manifest+json' }[pathname];
  if (root && failing.delete('worker')) return send(503, {});
  if (root) return send(200, text(`Gateway/Page${pathname}`).replaceAll('{assets}', `/assets/${hash}`), { 'Content-Type': root, 'Cache-Control': 'no-cache' });
  if (!pathname.startsWith('/api/')) {
    if (isSlow) return undefined;
    const place = parse(pathname, search);
    const html = place ? shell : shell.replace('<title>', '<meta name="standups-problem" content="This leads nowhere."><title>');
    return send(place ? 200 : 404, html, { 'Content-Type': types.html, 'Content-Security-Policy': policy });
  }
  if (pathname === '/api/sign-in') return send(200, { providers: signIn.providers });
  if (pathname === '/api/login') {
    const { code } = JSON.parse(await read(request));
    const invited = codes.get(code) ?? bus.persons.find(({ id }) => id === bus.invitations.get(code)?.person);
    if (!invited) return send(401, { code: 'denied', message: 'This code is not known.', retryable: false });
    codes.delete(code);
    bus.invitations.delete(code);
    const id = randomUUID();
    const me = login(invited);
    sessions.set(id, me);
    bus.publish('login.began', me.session, { session: me.session, person: me.person, how: 'link' });
    return send(204, '', { 'Set-Cookie': `standups=${id}; HttpOnly; SameSite=Lax; Path=/` });
  }
  const me = session(request) ?? bearer(request);
  if (!me) return send(401, { code: 'denied', message: 'Log in first.', retryable: false });
  if (pathname === '/api/me') return send(200, { ...me, role: me.role ?? role });
  if (pathname === '/api/phone') {
    const code = newCode();
    codes.set(code, bus.persons.find(({ id }) => id === me.person));
    return send(200, { link: `${address()}/#login=${code}`, expires: new Date(Date.now() + 300_000).toISOString(), qr });
  }
  if (pathname === '/api/logout') return send(200, signIn.next ? { next: signIn.next } : {}, { 'Set-Cookie': 'standups=; Max-Age=0; Path=/' });
  if (pathname === '/api/export') return send(200, [...bus.standups.values()], { 'Content-Disposition': 'attachment; filename="standups.json"' });
  if (pathname === '/api/import') {
    const all = JSON.parse(await read(request));
    for (const { title } of all) bus.ask('standups.create', { title });
    return send(200, { created: all.map(() => randomUUID()), replaced: [], kept: [] });
  }
  if (pathname.endsWith('.md')) return send(200, '# Minutes\n', { 'Content-Type': 'text/markdown', 'Content-Disposition': 'attachment; filename="minutes.md"' });
  if (!pathname.startsWith('/api/commands/')) return send(404, {});
  try {
    const body = JSON.parse(await read(request), whole);
    return send(200, await command(pathname.slice(14), searchParams.get('cell'), body, me));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, retryable, detail } = error;
    return send(statuses[code] ?? 500, { code, message, retryable, detail });
  }
});

/** Rejects a number that the services cannot read: all of theirs are whole. */
function whole(_, value) {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Refused('invalid', 'A number in the body has a fraction, or is out of range.');
  return value;
}

/** Handles a command in this cell or in the other one. */
async function command(target, cell, body, me) {
  const there = { router: 'tcp://south', ...(other?.web && { web: other.web }) };
  if (other && target === 'cells.list') return { cell: 'north', version: 2, cells: [{ name: 'north', router: 'tcp://north', slots: '0-511' }, { name: 'south', slots: '512-1023', ...there }] };
  if (cell) return forward(target, body);
  try {
    return bus.ask(target, body, me);
  } catch (error) {
    if (!other || target !== 'standups.get' || error.code !== 'not_found') throw error;
    await forward(target, body);
    throw new Refused('moved', 'This standup is in another cell; connect to tcp://south.', there);
  }
}

async function forward(target, body) {
  if (!other) throw new Refused('not_found', 'There is no such cell.');
  if (other.problem) throw new Refused('denied', other.problem);
  const ask = async () => {
    const answer = await fetch(`${other.base}/api/commands/${target}`, { method: 'POST', headers: { Cookie: 'standups=test' }, body: JSON.stringify(body) });
    return { isOK: answer.ok, reply: await answer.json() };
  };
  const { isOK, reply } = await ask().catch(() => { throw new Refused('unavailable', 'The other cell did not answer.'); });
  if (!isOK) throw new Refused(reply.code, reply.message, reply.detail);
  return reply;
}

server.on('upgrade', (request, socket) => {
  const me = session(request);
  if (!me || isAway) return socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
  let watched = new Set();
  const device = `${/Firefox|Chrome/.exec(request.headers['user-agent'] ?? '')?.[0] ?? 'Browser'} on Linux`;
  let hear = null;
  const stream = accept(request, socket, (data) => {
    if (typeof data !== 'string') return listen(stream, data);
    const frame = JSON.parse(data);
    if (frame.ping !== undefined) return stream.send({ pong: frame.ping, now: Date.now() });
    if (frame.microphone) return microphone(stream, me, frame.microphone);
    if (frame.meetings) { const before = watched; watched = new Set(frame.meetings); for (const meeting of new Set([...before, ...watched])) announce(meeting); }
    if (!('follow' in frame)) return undefined;
    const { follow } = frame;
    let after = bus.journal.length;
    if (follow?.epoch === bus.epoch && follow.after <= after) for (const event of bus.journal.slice(follow.after)) stream.send({ event });
    else stream.send({ snapshot: bus.snapshot(), begin: true });
    if (follow?.epoch === bus.epoch) after = follow.after;
    stream.send({ following: { epoch: bus.epoch, after } });
    hear = (event) => (event.sequence || watched.has(event.subject)) && stream.send({ event });
    bus.heard.add(hear);
    stream.stop = () => bus.heard.delete(hear);
    return undefined;
  }, () => { bus.heard.delete(hear); streams.delete(stream); for (const meeting of watched) announce(meeting); });
  Object.assign(stream, { me, device, watches: (meeting) => watched.has(meeting) });
  streams.add(stream);
  stream.send({ hello: { ...me, role, now: Date.now() } });
});
setInterval(() => {
  for (const stream of streams) stream.send({ beat: { epoch: bus.epoch, head: bus.journal.length, now: Date.now() } });
  judge();
}, 1000);

/** Announces the meetings of browsers whose connection has become poor or good. */
function judge() {
  for (const stream of streams) {
    const isPoor = stream.backlog() >= slowBytes;
    if (isPoor === !!stream.isPoor) continue;
    stream.isPoor = isPoor;
    for (const meeting of bus.live.keys()) if (stream.watches(meeting)) announce(meeting);
  }
}

/** Notifies the streams that watch a meeting of the people who are connected to it; before `follow`, as the gateway does. */
function announce(meeting) {
  const watching = [...streams].filter((each) => each.watches(meeting));
  const people = watching.map(({ me, device, isPoor }, index) => ({ ...(me.person && { person: me.person }), name: me.name, device, ...([meeting, leaseOf(meeting, me, true)].some((key) => sound.get(key)?.holder === watching[index]) && { microphone: true }), ...(isPoor && { poor: true }) }));
  const list = [...new Map(people.map((each) => [`${each.person ?? each.name}/${each.device}`, each])).values()].sort((one, two) => one.name.localeCompare(two.name));
  for (const each of watching) each.send({ event: { specversion: '1.0', id: randomUUID(), source: '/standups/gateway', type: 'meeting.presence', subject: meeting, team: 'default', time: new Date().toISOString(), datacontenttype: 'application/json', data: { gateway: own, people: list } } });
}

/** Key of the room's microphone in a meeting, or of a person's own one. */
const leaseOf = (meeting, me, isOwn) => (isOwn ? `${meeting}/${me.person}` : meeting);

function microphone(stream, me, { open, close, take, own: isOwn }) {
  const meeting = open ?? close;
  const key = leaseOf(meeting, me, isOwn);
  const marks = isOwn ? { own: true } : {};
  const lease = sound.get(key) ?? { samples: [], end: 0, settled: 0, token: randomUUID().slice(0, 8) };
  sound.set(key, lease);
  if (close) { if (lease.holder === stream) lease.holder = null; return announce(meeting); }
  if (lease.holder && lease.holder !== stream && streams.has(lease.holder)) {
    if (!take) return stream.send({ microphone: { meeting, ...marks, error: { code: 'conflict', message: `${lease.name} records this meeting.`, retryable: false } } });
    lease.holder.send({ microphone: { meeting, ...marks, taken: me.name } });
  }
  Object.assign(lease, { holder: stream, name: me.name });
  stream.send({ microphone: { meeting, ...marks, open: true, settled: lease.settled } });
  announce(meeting);
}

function listen(stream, bytes) {
  const cut = bytes.indexOf(10);
  const { meeting, offset, atMs, stream: token, own: isOwn, endsSpeech } = JSON.parse(bytes.subarray(0, cut).toString());
  const lease = sound.get(leaseOf(meeting, stream.me, isOwn));
  const marks = isOwn ? { own: true } : {};
  if (lease?.holder !== stream) return stream.send({ microphone: { meeting, ...marks, error: { code: 'conflict', message: 'Somebody else records.', retryable: false } } });
  if (token && token !== lease.token) return stream.send({ microphone: { meeting, ...marks, error: { code: 'not_found', message: 'Another stream is open.', retryable: false } } });
  const count = (bytes.length - cut - 1) / 2;
  lease.samples.push({ offset, atMs, count, ...(endsSpeech && { endsSpeech }) });
  lease.end = Math.max(lease.end, offset + count);
  // Audio less than two seconds old is not settled, as if it were still being recognised, unless the speech has ended.
  lease.settled = Math.max(lease.settled, endsSpeech ? lease.end : lease.end - 32_000);
  return stream.send({ microphone: { meeting, ...marks, offset: lease.end, settled: lease.settled, creditSamples: 160_000, stream: lease.token } });
}

/** Carries out a test's control request. */
function control(name, body) {
  switch (name) {
    case 'code': { const code = newCode(); codes.set(code, bus.persons[0]); return { code }; }
    case 'session': { const id = randomUUID(); sessions.set(id, login(bus.persons[body.person])); return { cookie: `standups=${id}` }; }
    case 'hold': for (const stream of streams) if (stream.me.name === body.person) stream.hold(body.isHeld); return {};
    case 'judge': judge(); return { backlog: Math.max(0, ...[...streams].filter(({ me }) => me.name === body.person).map((stream) => stream.backlog())) };
    case 'publish': bus.publish(body.type, body.subject, body.data, false); return {};
    case 'sign-in': signIn = body; return {};
    case 'reset': clearInterval(bus.timer); bus = new Bus(); connect(); signIn = { providers: [] }; role = 'operator'; isAway = false; isSlow = false; other = null; sound.clear(); for (const stream of streams) stream.cut(); return {};
    case 'role': ({ role } = body); return {};
    case 'cell': other = body; return {};
    case 'leave': {
      bus.standups.delete(body.standup);
      for (const stream of streams) { stream.send({ snapshot: bus.snapshot(), begin: true }); stream.send({ following: { epoch: bus.epoch, after: bus.journal.length } }); }
      return {};
    }
    case 'arrive': bus.standups.set(body.standup.id, body.standup); return {};
    case 'ask': return bus.ask(body.target, body.body);
    case 'say': bus.say(body.meeting, body.text, body.isPartial); return {};
    case 'fail': bus.hold(bus.find(body.meeting), { speechFailed: { reason: 'The ear fell off.' } }); return {};
    case 'alert': bus.alert = { dataFailedToLoad: { path: '/var/lib/standups/standups.db.set-aside', reason: 'The file is not a database.' } }; return {};
    case 'letter': bus.letters.push({ attempts: 3, id: randomUUID(), sender: 'transcription', target: 'transcription.sneezed', time: new Date().toISOString(), correlation: '4be1f6a2-0c1d-4e57-9c0a-5d1f3f4b8a10', error: { code: 'unbound', message: 'No binding handles “transcription.sneezed”.', retryable: false } }); return {};
    case 'past': {
      const standup = bus.standup(body.standup);
      const segments = body.lines.map((text, index) => { const attendee = standup.attendees[Math.floor(index / 2) % standup.attendees.length]; return { attendee: attendee.id, speaker: attendee.name, fromMs: index * 4000, toMs: index * 4000 + 3500, text }; });
      const meeting = { id: randomUUID(), date: body.date ?? new Date().toISOString(), durationMs: standup.durationMs, ending: 'timeUp', segments, transcript: body.lines.join(' '), attendees: standup.attendees, turns: standup.attendees.map(({ id }, index, all) => ({ attendee: id, fromMs: Math.floor(standup.durationMs * index / all.length), toMs: Math.floor(standup.durationMs * (index + 1) / all.length) })) };
      bus.past.set(standup.id, [meeting, ...(bus.past.get(standup.id) ?? [])]);
      return meeting;
    }
    case 'cut': for (const stream of streams) stream.cut(); return {};
    case 'close': for (const stream of streams) stream.close(body.code); return {};
    case 'away': ({ isAway } = body); if (isAway) for (const stream of streams) stream.cut(); return {};
    case 'slow': ({ isSlow } = body); return {};
    case 'silence': for (const stream of streams) { stream.stop?.(); stream.send = () => {}; } return {};
    case 'forget': { const lease = sound.get(body.meeting); Object.assign(lease, { token: randomUUID().slice(0, 8), end: lease.settled }); return { settled: lease.settled, count: lease.samples.length }; }
    case 'sound': return sound.has(body.meeting) ? { samples: sound.get(body.meeting).samples, settled: sound.get(body.meeting).settled } : {};
    default: throw new Error(`Unknown: ${name}`);
  }
}

server.listen(Number(port), '127.0.0.1', () => { connect(); console.log(address()); });
process.on('SIGTERM', () => process.exit(0));
