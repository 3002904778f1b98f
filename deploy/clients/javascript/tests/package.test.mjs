// Checks the package: the page's own files, all imported modules, and types that match.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';

const here = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(`${tmpdir()}/stj-`);
after(() => rmSync(folder, { recursive: true }));
const archive = execFileSync(`${here}pack`, [folder]).toString().trim();
execFileSync('tar', ['-xzf', archive, '-C', folder]);

test('its modules are those of the page', () => {
  const names = readdirSync(`${folder}/package/page`).filter((name) => name.endsWith('.js'));
  assert.ok(names.includes('stream.js') && names.includes('api.js'), `${names}`);
  for (const name of names) {
    assert.deepEqual(readFileSync(`${folder}/package/page/${name}`), readFileSync(`${here}../../../Services/Gateway/Page/${name}`), name);
  }
  for (const name of ['index.js', 'follower.js', 'index.d.ts', 'messages.d.ts', 'package.json', 'README.md']) {
    assert.deepEqual(readFileSync(`${folder}/package/${name}`), readFileSync(`${here}${name}`), name);
  }
  assert.deepEqual(readFileSync(`${folder}/package/LICENSE`), readFileSync(`${here}../../../LICENSE`));
});

test('it is whole, by its name', () => {
  mkdirSync(`${folder}/node_modules`);
  symlinkSync(`${folder}/package`, `${folder}/node_modules/standups-client`);
  writeFileSync(`${folder}/use.mjs`, "import { Client, Refusal } from 'standups-client';\nconsole.log(typeof Client.login, String(new Refusal({ code: 'denied', message: 'No.' })));\n");
  assert.equal(execFileSync(process.execPath, [`${folder}/use.mjs`]).toString(), 'function Refusal: No.\n');
});

test('it is made the same twice', () => {
  const again = execFileSync(`${here}pack`, [`${folder}/again`]).toString().trim();
  assert.deepEqual(readFileSync(again), readFileSync(archive));
});

test('its types fit', { skip: spawnSync('tsc', ['--version']).error && 'tsc is not installed' }, () => {
  writeFileSync(`${folder}/use.ts`, `import { Client, Refusal, type Position } from './package/index.js';
async function use(saved: Position | null): Promise<string> {
  const client: Client = await Client.login('https://a/#login=b');
  for await (const event of client.follow({ after: saved, meetings: ['m'], signal: new AbortController().signal })) {
    if (event.type === 'snapshot') continue;
    if (event.type === 'meeting.tick') return String(event.data.elapsedMs + 1);
    return event.type;
  }
  try { await client.command('meetings.next', { id: 'm', from: 0 }); } catch (error) { if (error instanceof Refusal) return error.problem.code; }
  const { standups } = await client.command('standups.list', { limit: 1 });
  return standups[0]?.standup.title ?? client.cookie;
}
void use(null);
`);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'node', '--lib', 'es2022,dom'];
  const right = spawnSync('tsc', [...options, `${folder}/use.ts`]);
  assert.equal(right.status, 0, `${right.stdout}`);
  writeFileSync(`${folder}/wrong.ts`, "import { Client } from './package/index.js';\nnew Client('https://a');\n");
  assert.notEqual(spawnSync('tsc', [...options, `${folder}/wrong.ts`]).status, 0);
  writeFileSync(`${folder}/member.ts`, `import { Client } from './package/index.js';
export const use = (client: Client) => client.command('focus.start', { person: 'Ada', durationMS: 1000 });
`);
  assert.notEqual(spawnSync('tsc', [...options, `${folder}/member.ts`]).status, 0);
});
