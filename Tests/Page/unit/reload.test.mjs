// A microphone that was on when its page was reloaded, and the unsettled audio of the tab.
import './environment.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Requests of the database that the store needs: everything in one map, by meeting and offset. */
const stored = new Map();
const request = (result) => {
  const it = { result };
  queueMicrotask(() => it.onsuccess?.());
  return it;
};
const pieces = {
  put: (piece) => { stored.set(`${piece.meeting}/${piece.offset}`, piece); return {}; },
  getAll: (range) => ({ result: [...stored.values()].filter(({ meeting }) => !range || meeting === range.meeting) }),
  delete: (range) => { for (const [key, { meeting }] of stored) if (meeting === range.meeting) stored.delete(key); return {}; },
};
globalThis.indexedDB = /** @type {any} */ ({ open: () => request({ transaction: () => {
  const transaction = { objectStore: () => pieces };
  setImmediate(() => transaction.oncomplete?.());
  return transaction;
} }) });
globalThis.IDBKeyRange = /** @type {any} */ ({ bound: ([meeting]) => ({ meeting }) });
const { Hearing } = await import('../../../Services/Transcription/Page/hearing.js');
const { Microphone } = await import('../../../Services/Transcription/Page/microphone.js');
const { words: own } = await import('../../../Services/Transcription/Page/own-words.js');

const ann = { name: 'Ann', role: 'member', person: 'ann', session: 's1' };
const bob = { name: 'Bob', role: 'member', person: 'bob', session: 's2' };
const meeting = (more = {}) => new Map([['m', { id: 'm', isRecording: true, startedAt: 0, at: 0, ...more }]]);

/** A tab, whose pages share the session storage. */
function tab() {
  stored.clear();
  const storage = () => {
    const all = new Map();
    return { all, getItem: (key) => all.get(key) ?? null, setItem: (key, value) => all.set(key, value), removeItem: (key) => all.delete(key) };
  };
  const hidden = new Set();
  Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage(), removeEventListener() {},
    addEventListener: (name, what) => name === 'pagehide' && hidden.add(what) });
  const it = { told: [], sent: [], opened: [] };
  it.note = () => JSON.parse(sessionStorage.getItem('microphone'));
  it.page = () => {
    it.told = [];
    it.sent = [];
    it.opened = [];
    const stream = { send: (frame) => it.sent.push(frame), sendBytes: () => true, reconnect() {} };
    return new Hearing(/** @type {any} */ (stream), () => 10_000, (action) => it.told.push(action));
  };
  /** Ends the page of the tab. */
  it.leave = () => {
    for (const what of hidden) what({ persisted: false });
    hidden.clear();
  };
  it.reload = () => { it.leave(); return it.page(); };
  Microphone.prototype.open = async function open(take) {
    it.opened.push([this.isOwn, !!this.isMuted, take]);
    this.isWanted = true;
  };
  return it;
}

const on = (isOwn = true) => /** @type {any} */ ({ type: 'microphone', do: 'open', meeting: 'm', startedAt: 0, isOwn, me: ann });
const resume = (hearing, more = {}) => hearing.resume(/** @type {any} */ ({ live: meeting(), me: ann, hasMicrophone: true, ...more }));

test('after a reload, a microphone is opened again, muted as it was, without taking it from another device', async () => {
  for (const isOwn of [true, false]) {
    const it = tab();
    const before = it.page();
    await before.perform(on(isOwn));
    if (isOwn) await before.perform({ type: 'microphone', do: 'mute', meeting: 'm', isMuted: true });
    for (let reloads = 0; reloads < 2; reloads += 1) {
      await resume(it.reload());
      assert.deepEqual(it.opened, [[isOwn, isOwn, false]]);
      assert.deepEqual(it.told, [{ type: 'mic', meeting: 'm', isOwn, isMuted: isOwn, state: 'opening' }]);
      assert.equal(it.note().leftAt, undefined, 'a copy of this tab opens nothing');
    }
  }
});

test('a microphone is opened again only once, and not if it was turned off while its audio was read', async () => {
  const it = tab();
  await it.page().perform(on());
  const page = it.reload();
  const resumed = resume(page);
  await page.perform({ type: 'microphone', do: 'stop', meeting: 'm' });
  await resumed;
  await resume(page);
  assert.deepEqual([it.opened, it.note()], [[], null]);
});

for (const [name, change] of /** @type {[string, object][]} */ ([
  ['of another person', { me: bob }], ['of another person whom a proxy identifies in the same session', { me: { ...ann, person: 'bob' } }], ['of another session of the person', { me: { ...ann, session: 's3' } }], ['after a logout', { me: null }],
  ['if the meeting is over', { live: new Map() }], ['if the meeting is not recorded any more', { live: meeting({ isRecording: false }) }],
])) {
  test(`no microphone is opened in the page ${name}`, async () => {
    const it = tab();
    await it.page().perform(on());
    await resume(it.reload(), change);
    assert.deepEqual([it.opened, it.note()], [[], null]);
    // Nor later in the same page.
    await resume(it.page());
    assert.deepEqual(it.opened, []);
  });
}

test('neither a copy of the tab nor a tab that was closed opens the microphone', async () => {
  const copy = tab();
  await copy.page().perform(on());
  await resume(copy.page());
  assert.deepEqual([copy.opened, copy.note()], [[], null]);

  const closed = tab();
  await closed.page().perform(on());
  closed.leave();
  sessionStorage.setItem('microphone', JSON.stringify({ ...closed.note(), leftAt: Date.now() - performance.now() - 6000 }));
  await resume(closed.page());
  assert.deepEqual([closed.opened, closed.note()], [[], null]);
});

test('a note of an earlier version of the page opens nothing', async () => {
  const it = tab();
  sessionStorage.setItem('microphone', 'm');
  await resume(it.page());
  assert.deepEqual([it.opened, it.note()], [[], null]);
});

test('a reload opens nothing once the microphone was turned off, taken over, refused, or its meeting has ended', async () => {
  for (const what of [
    (page) => page.perform({ type: 'microphone', do: 'stop', meeting: 'm' }),
    (page) => page.perform({ type: 'microphone', do: 'end', meeting: 'm' }),
    (page) => page.answer({ meeting: 'm', own: true, taken: 'Ann' }),
    (page) => page.answer({ meeting: 'm', own: true, error: { code: 'conflict', message: 'Ann is already recording.' } }),
    (page) => page.microphone.fail(Object.assign(new Error(), { name: 'NotAllowedError' })),
  ]) {
    const it = tab();
    const page = it.page();
    await page.perform(on());
    await what(page);
    await resume(it.reload());
    assert.deepEqual(it.opened, [], String(what));
  }
});

test('a person reads that their own microphone is on elsewhere, instead of their own name', async () => {
  for (const frame of [{ taken: 'Ann' }, { error: { code: 'conflict', message: 'Ann is already recording this meeting.' } }]) {
    const it = tab();
    const page = it.page();
    await page.perform(on());
    page.answer({ meeting: 'm', own: true, ...frame });
    assert.deepEqual(it.told.at(-1), { type: 'mic', meeting: 'm', state: 'other', note: own.elsewhere });
  }
});

const piece = { meeting: 'm', offset: 1600, atMs: 100, samples: new Int16Array(1600), isOwn: true, person: 'ann', savedAt: Date.now() };

test('speech that was in progress ended with the page, and is sent', async () => {
  const it = tab();
  await it.page().perform(on());
  stored.set('m/1600', piece);
  const page = it.reload();
  await resume(page);
  assert.deepEqual([page.microphone.window.kept.map(({ offset, endsSpeech }) => [offset, endsSpeech]), it.opened.length], [[[1600, true]], 1]);
});

test('without a note, unsettled audio is sent and nothing is opened; audio of another person is not sent', async () => {
  for (const [me, sent] of /** @type {const} */ ([[ann, [{ microphone: { open: 'm', take: false, own: true } }]], [bob, []]])) {
    const it = tab();
    localStorage.setItem('sound', 'own');
    stored.set('m/1600', piece);
    const page = it.page();
    await resume(page, { me });
    assert.deepEqual([it.sent, it.opened, it.told.length], [sent, [], sent.length]);
    clearTimeout(page.microphone.timer);
  }
});

test('the microphone of a person ends when another one logs in with another tab', async () => {
  const it = tab();
  const page = it.page();
  await page.perform(on());
  const { microphone } = page;
  await resume(page, { me: bob });
  assert.deepEqual([microphone.isOver, it.sent, it.note()], [true, [], null]);
});
