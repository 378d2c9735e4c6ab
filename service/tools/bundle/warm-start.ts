/** Starts the service's script, asks it for lookups and writes what V8 has compiled for that. `warm-start.ts SCRIPT` */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { publishFile } from '#common/publish.ts';
import { freePort } from '../../test/free-port.ts';
import { compiledUrl, runScript } from './run-script.ts';

const LOOKUPS = 3;
const RETRY_MS = 10;

const file = pathToFileURL(process.argv[2]);
const port = await freePort();
process.env.PORT = String(port);
const script = runScript(file);
for (let i = 0; i < LOOKUPS; i++) await lookUp();
publish(script.createCachedData());
process.exit();

/** It listens sooner or later; who waits for this process ends it if not. The place is one of the test dataset's. */
async function lookUp(): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/v1/pv-yield?lat=59.2&lng=15.3&tilt=40&azimuth=180`;
  const response = await fetch(url).catch(() => setTimeout(RETRY_MS));
  if (!response) return lookUp();
  const text = await response.text();
  if (response.status !== 200) throw new Error(`A lookup was answered ${response.status}: ${text}`);
}

function publish(code: Buffer): void {
  const path = fileURLToPath(compiledUrl(file));
  const part = `${path}.${process.pid}.tmp`;
  writeFileSync(part, code);
  publishFile(part, path);
}
