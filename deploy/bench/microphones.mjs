// Browsers with own microphones: the modules of the page detect speech and send it, with a device that plays a recording.
//
//   node microphones.mjs < JSON
//
// Input: {port, meeting, startedAt, cookies, recording, slotMs, turns}: `turns` is the index of the cookie that speaks in
// each slot of the recording. Prints {sent, bytes, unsettled, errors} when all speech is settled, or 20 s after its end.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { SoundWindow, SpokenTimes } from '../../Services/Transcription/Page/sound-window.js';
import { Voice } from '../../Services/Transcription/Page/voice.js';

/** Samples of a message of the worklet, and its time in milliseconds. */
const chunk = 1600;
const chunkMs = 100;
/** Loudness of the room while a person is silent: samples from -6 to 6, about -79 dB. */
const noise = 6;
/** Interval between requests for the settled offset, as in microphone.js, in milliseconds. */
const askMs = 500;

const input = JSON.parse(readFileSync(0, 'utf8'));
const file = readFileSync(input.recording);
// The recordings have the usual header of 44 bytes.
const speech = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length - (file.length % 2)));
const slotSamples = input.slotMs * 16;
const startAt = Date.now() + 1000;

/** Opens a stream, and calls `take` with each message of the gateway. */
function connect(cookie, take) {
  const key = randomBytes(16).toString('base64');
  return new Promise((done, fail) => {
    const call = request({ host: '127.0.0.1', port: input.port, path: '/api/stream', headers: {
      Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Protocol': 'standups.1', Origin: `http://127.0.0.1:${input.port}`, Cookie: cookie } });
    call.on('error', fail);
    call.on('response', ({ statusCode }) => fail(new Error(`The stream was refused: ${statusCode}`)));
    call.on('upgrade', (response, socket, head) => {
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      if (response.headers['sec-websocket-accept'] !== accept) return fail(new Error('Invalid reply to the upgrade.'));
      let rest = head;
      const read = () => {
        for (;;) {
          if (rest.length < 2) return;
          const short = rest[1] & 127;
          const at = short === 126 ? 4 : short === 127 ? 10 : 2;
          if (rest.length < at) return;
          const size = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
          if (rest.length < at + size) return;
          const [kind, body] = [rest[0] & 15, rest.subarray(at, at + size)];
          rest = rest.subarray(at + size);
          if (kind === 1) take(JSON.parse(body.toString()));
          else if (kind === 9) send(10, body);
        }
      };
      const send = (kind, body) => {
        const mask = randomBytes(4);
        const length = body.length < 126 ? Buffer.from([0x80 | kind, 0x80 | body.length]) : Buffer.alloc(4);
        if (body.length >= 126) {
          [length[0], length[1]] = [0x80 | kind, 0x80 | 126];
          length.writeUInt16BE(body.length, 2);
        }
        const masked = Buffer.from(body);
        for (let index = 0; index < masked.length; index += 1) masked[index] ^= mask[index & 3];
        socket.write(Buffer.concat([length, mask, masked]));
      };
      socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        read();
      });
      read();
      return done({ text: (message) => send(1, Buffer.from(JSON.stringify(message))), bytes: (body) => send(2, body),
        end: () => socket.destroy() });
    });
    call.end();
  });
}

const totals = { sent: 0, bytes: 0, unsettled: 0, errors: {} };

/** A browser, as `OwnMicrophone` in own-microphone.js is, without a device and without outages. */
class Browser {
  voice = new Voice();
  window = new SoundWindow();
  times = new SpokenTimes();
  chunks = 0;
  start = null;
  isOpen = false;
  timer = undefined;

  constructor(index) { this.index = index; }

  async open() {
    this.stream = await connect(input.cookies[this.index], (message) => message.microphone && this.answer(message.microphone));
    this.stream.text({ follow: null, meetings: [input.meeting] });
    this.stream.text({ microphone: { open: input.meeting, own: true, take: false } });
  }

  answer(frame) {
    if (frame.open) this.isOpen = true;
    else if (frame.error) {
      totals.errors[frame.error.code] = (totals.errors[frame.error.code] ?? 0) + 1;
      if (frame.error.code === 'not_found') {
        this.token = undefined;
        this.window.restart();
      } else this.window.refused();
      return this.later(frame.error.retryAfterMs ?? 250, () => {});
    } else if (frame.creditSamples !== undefined) {
      this.token = frame.stream;
      this.window.accepted(frame.creditSamples, frame.settled);
    }
    return this.pump();
  }

  later(ms, what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      what();
      this.pump();
    }, ms);
  }

  /** The next audio of the device. */
  listen() {
    const samples = new Int16Array(chunk);
    for (let index = 0; index < chunk; index += 1) {
      const at = this.chunks * chunk + index;
      const own = input.turns[Math.floor(at / slotSamples)] === this.index ? speech[at] ?? 0 : 0;
      samples[index] = Math.max(-32_768, Math.min(32_767, own + Math.round((Math.random() * 2 - 1) * noise)));
    }
    this.chunks += 1;
    const pieces = this.voice.push(samples);
    const passed = Date.now() - input.startedAt;
    this.start ??= Math.max(0, Math.round(passed * 16) - this.voice.framed);
    for (const { at, samples: part, endsSpeech } of pieces) {
      this.window.add({ offset: this.start + at, samples: part, endsSpeech: endsSpeech || undefined,
        atMs: this.times.heard(this.voice.framed - at, this.start + this.voice.framed, Math.round(passed)) });
    }
    if (pieces.length) this.pump();
  }

  pump() {
    if (!this.isOpen) return;
    const piece = this.window.message();
    if (!piece) {
      if (!this.window.underWay && !this.window.isSent) this.later(200, () => this.window.probe());
      else if (!this.window.underWay && !this.window.isSettled) this.later(askMs, () => this.window.ask());
      return;
    }
    clearTimeout(this.timer);
    const head = Buffer.from(`${JSON.stringify({ meeting: input.meeting, offset: piece.offset, atMs: Math.max(0, Math.round(piece.atMs)),
      stream: this.token, own: true, endsSpeech: piece.endsSpeech })}\n`);
    const body = Buffer.concat([head, Buffer.from(piece.samples.buffer, piece.samples.byteOffset, piece.samples.byteLength)]);
    this.stream.bytes(body);
    totals.sent += piece.samples.length;
    totals.bytes += body.length;
  }
}

const browsers = input.cookies.map((_, index) => new Browser(index));
await Promise.all(browsers.map((browser) => browser.open()));
process.stderr.write(`${startAt}\n`);
const chunks = Math.ceil(input.turns.length * slotSamples / chunk) + 20;
for (let number = 0; number < chunks; number += 1) {
  const wait = startAt + number * chunkMs - Date.now();
  if (wait > 0) await new Promise((done) => { setTimeout(done, wait); });
  for (const browser of browsers) browser.listen();
}
for (let waited = 0; waited < 20_000 && browsers.some(({ window }) => !window.isSettled); waited += 100) {
  await new Promise((done) => { setTimeout(done, 100); });
}
totals.unsettled = browsers.filter(({ window }) => !window.isSettled).length;
process.stdout.write(`${JSON.stringify(totals)}\n`);
process.exit(0);
