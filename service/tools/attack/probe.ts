/** A process that asks the service's /livez again and again and reports how long the longest answer took. */
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 10;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
const port = Number(process.argv[2]);
process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});

function ask(): Promise<void> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/livez', agent }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', () => resolve());
  });
}

for (;;) {
  const beganMs = performance.now();
  await ask();
  longestMs = Math.max(longestMs, performance.now() - beganMs);
  await wait(EVERY_MS);
}
