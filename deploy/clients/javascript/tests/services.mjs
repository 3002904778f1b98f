// The real gateway and services in a directory of their own.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

export class Services {
  static async start(binaries) {
    const folder = await mkdtemp(`${tmpdir()}/stj-`);
    const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('STANDUPS_'));
    const environment = { ...Object.fromEntries(kept), STANDUPS_RUNTIME_DIR: `${folder}/run`, STANDUPS_DATA: `${folder}/data`,
      STANDUPS_ENGINE: `${folder}/none`, STANDUPS_WEB: `127.0.0.1:${await freePort()}` };
    const started = spawn(`${binaries}/standups`, ['up', '--json'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    started.stderr.on('data', (text) => { said += text; });
    const services = new Services(binaries, folder, environment, started);
    for await (const line of createInterface({ input: started.stdout })) {
      said += `${line}\n`;
      const { event, service, pid } = JSON.parse(line);
      if (event === 'started') services.pids.set(service, pid);
      if (event === 'ready') {
        started.stdout.resume();
        return services;
      }
    }
    await services.stop();
    throw new Error(`The services did not become ready:\n${said}`);
  }

  constructor(binaries, folder, environment, started) {
    Object.assign(this, { binaries, folder, environment, process: started, pids: new Map() });
  }

  async standups(...words) {
    const { stdout } = await run(`${this.binaries}/standups`, words, { env: this.environment });
    return stdout;
  }

  async invite(name, role = 'operator') {
    return JSON.parse(await this.standups('web', 'invite', name, '--role', role, '--json')).link;
  }

  async stop() {
    if (this.process.exitCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
