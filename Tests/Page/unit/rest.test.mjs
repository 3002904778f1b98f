// Words, arcs, traces, clocks, and rules for all modules.
import './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GatewayClock } from '../../../Services/Gateway/Page/clock.js';
import { Resampler } from '../../../Services/Transcription/Page/resample.js';
import { features } from '../../../Services/Gateway/Page/parts.js';
import { arcs } from '../../../Services/Gateway/Page/ring.js';
import { rows, total } from '../../../Services/Router/Page/trace.js';
import { marked } from '../../../Services/Standups/Page/past.js';
import { clock, duration, left } from '../../../Services/Gateway/Page/words.js';
import { languages } from '../../../Services/Gateway/Page/language.js';
import { files, first, modules, most, mostTranslated, resolved, text, weight } from '../weigh.mjs';

test('times read as on the command line', () => {
  assert.deepEqual([0, 999, 65_000, 3_605_000].map(clock), ['0:00', '0:00', '1:05', '1:00:05']);
  assert.deepEqual([0, 1, 1000, 1001].map(left), ['0:00', '0:01', '0:01', '0:02']);
  assert.deepEqual([60_000, 90_000, 3_600_000].map(duration), ['1 min', '1 min 30 s', '1 h']);
});

test('an arc for each speaker, filled in turn', () => {
  assert.deepEqual(arcs(60_000, 3, 30_000).map(({ share }) => share), [1, 0.5, 0]);
  assert.equal(arcs(60_000, 0, 0).length, 1);
  assert.equal(arcs(60_000, 1000, 60_000).every(({ share }) => share === 1), true);
});

test('found words are marked, and nothing becomes markup', () => {
  const nodes = marked('a \u0002<b>\u0003 c \u0002d\u0003');
  assert.deepEqual(nodes.map((node) => (typeof node === 'string' ? node : [node.tag, node.children[0].text])), ['a ', ['mark', '<b>'], ' c ', ['mark', 'd'], '']);
});

test('a trace is a tree, and a ring of causes ends', () => {
  const message = (id, cause, clockUs) => ({ id, cause, correlation: 'a', kind: 'CMD', target: id, from: 'tool', time: '', clockUs, answer: { id: '', kind: 'FIN', afterUs: 10 } });
  const tree = rows({ correlation: 'a', messages: [message('a', undefined, 5), message('b', 'a', 7), message('x', 'y', 8), message('y', 'x', 9), message('q', 'lost', 9)], events: [{ id: 'e', cause: 'b', type: 't', subject: '', sequence: 1, time: '' }] });
  assert.deepEqual(tree.map(({ depth, message, event, forgotten }) => [depth, message?.id ?? event?.id ?? forgotten]), [[0, 'a'], [1, 'b'], [2, 'e'], [0, 'lost'], [1, 'q'], [0, 'x'], [1, 'y']]);
  assert.equal(total(tree), 14);
});

test('sound of any rate becomes 16 kHz, and what is too high does not come back', () => {
  /** The loudness of a tone after resampling, in pieces. */
  const loudness = (rate, frequency) => {
    const it = new Resampler(rate);
    const made = [];
    for (let at = 0; at < rate; at += 128) made.push(...it.push(Float32Array.from({ length: 128 }, (_, index) => Math.sin((2 * Math.PI * frequency * (at + index)) / rate))));
    assert.ok(Math.abs(made.length - 16_000) < 150, `${made.length} samples of a second at ${rate}`);
    const middle = made.slice(2000, -2000);
    return Math.sqrt((2 * middle.reduce((sum, sample) => sum + sample * sample, 0)) / middle.length);
  };
  for (const rate of [44_100, 48_000, 96_000]) {
    for (const frequency of [200, 1000, 4000, 6000]) assert.ok(Math.abs(loudness(rate, frequency) - 1) < 0.02, `${frequency} Hz at ${rate}: ${loudness(rate, frequency)}`);
    for (const frequency of [9000, 12_000, 15_000]) assert.ok(loudness(rate, frequency) < 0.003, `${frequency} Hz at ${rate}: ${loudness(rate, frequency)}`);
  }
  assert.ok(Math.abs(loudness(8000, 1000) - 1) < 0.02, 'and a lower rate');
});

test('the gateway’s clock is told best by the shortest trip', () => {
  let now = 1000;
  const it = new GatewayClock(() => now);
  it.told(50_000);
  assert.equal(it.now(), 50_000);
  now = 1100;
  it.trip(1000, 50_060);
  assert.equal(it.now(), 50_110);
  now = 2000;
  it.trip(1000, 99_000);
  assert.equal(it.now(), 51_010, 'a long trip says less');
  it.told(51_500);
  assert.equal(it.now(), 51_010, 'a frame is late');
  it.told(90_000);
  assert.equal(it.now(), 90_000, 'a clock that slept is set');
});

test('nothing is made from markup or text', () => {
  for (const name of modules) {
    assert.doesNotMatch(text(name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\('style'|cssText/, name);
  }
  assert.doesNotMatch(text('Gateway/Page/index.html'), /<style|style=|onclick=|<script(?![^>]*src=)/);
});

test('what is shown is written in words.js', () => {
  const shown = /(?:>|h\('(?:p|span|h1|h2|button|td|th|summary|strong)', (?:\{[^}]*\}|null), )'[A-Z][a-z]+ /;
  for (const name of modules) if (!name.includes('/words')) assert.doesNotMatch(text(name), shown, name);
});

test('modules import each other by relative paths', () => {
  for (const name of modules) {
    for (const [, from] of text(name).matchAll(/(?:from |import\(|URL\()'([^']+)'/g)) {
      assert.ok(/^\.\.?\//.test(from) && files.includes(resolved(name, from)), `${name}: ${from}`);
    }
  }
});

/** The modules that a module imports, also those that it imports later. */
const imports = (name) => [...text(name).matchAll(/(?:from |import\(|URL\()'([^']+)'/g)].map(([, from]) => resolved(name, from));

test('the imports of modules form no circle', () => {
  const done = new Set();
  const walk = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(' → '));
    if (done.has(name)) return;
    for (const each of imports(name)) walk(each, [...path, name]);
    done.add(name);
  };
  for (const name of modules) walk(name, []);
});

test('of the shared modules only the list of features and the shell know a feature', () => {
  const knowing = modules.filter((name) => name.startsWith('Gateway/') && imports(name).some((each) => !each.startsWith('Gateway/')));
  assert.deepEqual(knowing, ['Gateway/Page/features.js', 'Gateway/Page/main.js']);
});

test('each feature is in the list, and no two have a part or a place of the same name', () => {
  assert.deepEqual(imports('Gateway/Page/features.js').filter((name) => name.endsWith('/feature.js')), modules.filter((name) => name.endsWith('/feature.js')));
  for (const table of ['parts', 'places']) {
    const names = features.flatMap((each) => Object.keys(each[table] ?? {}));
    assert.deepEqual(names, [...new Set(names)]);
  }
  const parts = features.flatMap((each) => Object.keys(each.parts ?? {}));
  for (const { places = {}, background } of features) {
    for (const { part, alert, under } of Object.values(places)) {
      for (const name of [part, alert, background]) assert.ok(name === undefined || parts.includes(name), name);
      assert.ok(under === undefined || features.some((each) => each.places?.[under]), under);
    }
  }
});

test('a first visit loads no more JavaScript than its budget, and all at once', () => {
  const needed = first();
  const bytes = weight(needed);
  assert.ok(bytes <= most, `${bytes} bytes`);
  const told = [...text('Gateway/Page/index.html').matchAll(/modulepreload" href="\{assets\}\/([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(told.sort(), [...needed].filter((name) => name !== 'Gateway/Page/start.js').sort());
});

test('a first visit in another language keeps its budget, and the document states its size', () => {
  const page = readFileSync(new URL('../../../docs/page.md', import.meta.url), 'utf8');
  for (const language of languages.filter((each) => each !== 'en')) {
    const bytes = weight(first(language));
    assert.ok(bytes > weight(first()) && bytes <= mostTranslated, `${language}: ${bytes} bytes`);
    const [, stated] = new RegExp(`\\| ${language} \\| (\\d\\d\\.\\d) \\|`).exec(page) ?? [];
    // A change of a few words does not change the document.
    assert.ok(Math.abs(Number(stated) * 1000 - bytes) <= 500, `${language}: ${bytes} bytes, but ${stated} kB in docs/page.md`);
  }
});

test('the service worker names its version once, and keeps every file below the path of the assets', () => {
  const worker = text('Gateway/Page/sw.js');
  // The gateway replaces the word everywhere, also in a template.
  assert.equal(worker.split('{assets}').length, 2);
  const kept = [...worker.matchAll(/^  '([^']+)',$/gm)].map(([, name]) => name);
  assert.deepEqual(kept, files.filter((name) => !/\.d\.ts$|index\.html$|sw\.js$|\.webmanifest$/.test(name)));
});

test('comments can be left out when modules are served', () => {
  // In a multi-line string, a line could look like a comment.
  for (const name of modules) {
    assert.equal((text(name).match(/`/g) ?? []).length % 2, 0, name);
    for (const line of text(name).split('\n')) {
      assert.ok((line.match(/`/g) ?? []).length % 2 === 0, `${name}: text over two lines: ${line}`);
    }
  }
});
