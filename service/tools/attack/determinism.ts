/**
 * `make determinism`: a thousand requests, good and bad, to the service on this Node and on another; exit code
 * 1 when an answer has another status, body or tag. `determinism.ts PATH_OF_THE_OTHER_NODE`.
 */
import { execFileSync } from 'node:child_process';
import { seededRandom } from '#common/seeded-random.ts';
import { readGolden } from '../../test/golden.ts';
import { type Call, call, simulationBody } from './attack.ts';
import { startTarget } from './target.ts';

const REQUESTS = 1000;
const SIMULATIONS = 100;

type Asked = Call & { path: string };

const [other] = process.argv.slice(2);
const nodes = [process.execPath, other];
const versions = nodes.map((node) =>
  execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
);
const asked = makeRequests();
const [ours, theirs] = [await answersOf(process.execPath), await answersOf(other)];
const different = asked.filter((_, i) => ours[i] !== theirs[i]);
for (const { method, path } of different.slice(0, 5)) console.log(`DIFFERS ${method} ${path}`);
const answered = ours.filter((answer) => answer.startsWith('200 ')).length;
console.log(
  `${asked.length} requests, ${answered} of them answered with 200, ${versions.join(' and ')}: ${different.length} answers differ.`,
);
process.exit(different.length === 0 ? 0 : 1);

/** The golden requests, and random lookups and simulations up to a thousand. */
function makeRequests(): Asked[] {
  const random = seededRandom(5);
  const golden = readGolden().map(({ method, path, body }) => ({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  const simulations = Array.from({ length: SIMULATIONS }, () => makeSimulation(random));
  const left = REQUESTS - golden.length - simulations.length;
  return [...golden, ...simulations, ...Array.from({ length: left }, () => lookup(random))];
}

function makeSimulation(random: () => number): Asked {
  const body = simulationBody({
    location: { lat: 56 + 10 * random(), lng: 13 + 5 * random() },
    battery: { capacity_kwh: Math.round(200 * random()) / 10 + 1 },
    consumption: { annual_kwh: Math.round(3000 + 20_000 * random()) },
  });
  return { method: 'POST', path: '/api/v1/simulation', body };
}

function lookup(random: () => number): Asked {
  const [lat, lng] = [55 + 14 * random(), 11 + 13 * random()];
  const [tilt, azimuth] = [90 * random(), 360 * random()];
  const query = `lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${20 * random()}`;
  return { method: 'GET', path: `/api/v1/pv-yield?${query}` };
}

/** Answers of a service on a Node: status, tag and body of each as one text. */
async function answersOf(node: string): Promise<string[]> {
  const target = await startTarget({ node });
  try {
    await target.ready();
    const answers: string[] = [];
    for (const [i, { path, ...rest }] of asked.entries()) {
      const { status, etag, text } = await call(target, path, {
        ...rest,
        localAddress: addressOf(i),
      });
      answers.push(`${status} ${etag} ${text}`);
    }
    return answers;
  } finally {
    await target.stop();
  }
}

/** An address of its own for each request: none comes near its limits. */
function addressOf(i: number): string {
  return `127.1.${i >> 7}.${1 + (i & 127)}`;
}
