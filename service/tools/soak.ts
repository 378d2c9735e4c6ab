/**
 * `make soak`: a day's mix of calls at a steady rate, each answer checked. Figures. Exit code 1 when a call gets another
 * answer than it should or memory grows. `soak.ts [SECONDS] [CALLS_PER_SECOND]`.
 */
import { mean } from 'd3-array';
import { seededRandom } from '../../pipeline/test/seeded-random.ts';
import { type Call, load } from '../test/load.ts';
import { residentMb } from '../test/process-figures.ts';
import { SERVICE, startReady } from '../test/start-program.ts';

const CONNECTIONS = 32;
const MOST_GROWTH_MB = 20;
const PLACE = 'lat=59.33&lng=18.07';
const JSON_TYPE = { 'content-type': 'application/json' };

interface Asked extends Call {
  statuses: number[];
}

const [seconds = 600, perSecond = 300] = process.argv.slice(2).map(Number);
const random = seededRandom(1);
const between = (least: number, most: number) => (least + (most - least) * random()).toFixed(3);
const byte = () => Math.floor(256 * random());
const plane = () => `tilt=${between(0, 90)}&azimuth=${between(0, 360)}`;
const lookup = () => `/api/v1/pv-yield?lat=${between(57, 63)}&lng=${between(14.8, 16)}&${plane()}`;
const get = (path: string, status = 200): Asked => ({ path, statuses: [status] });
const post = (path: string, body: object, statuses: number[]): Asked => {
  return { method: 'POST', path, statuses, body: JSON.stringify(body), headers: JSON_TYPE };
};
const ITEMS = Array.from({ length: 20 }, (_, i) => ({
  lat: 59.33,
  lng: 18.07,
  tilt: i,
  azimuth: 9 * i,
}));
const PV = { monthly_profile: Array(12).fill(Array(24).fill(0.4)) };

/** Shares of a day's calls in percent. */
const MIX: [percent: number, make: () => Asked][] = [
  [76, () => get(lookup())],
  [5, () => post('/api/v1/pv-yield/batch', { items: ITEMS }, [200])],
  [2, () => get(`/api/v1/pv-yield/matrix?${PLACE}`)],
  [4, () => get('/api/v1/pv-yield/meta')],
  [3, () => get('/')],
  [2, () => get('/api/v1/simulation/market?zone=SE3')],
  // Further simulations than two at a time are refused.
  [2, () => post('/api/v1/simulation', { pv: PV }, [200, 503])],
  [4, () => get(`/api/v1/pv-yield?${PLACE}&tilt=140&azimuth=180`, 422)],
  [2, () => get('/wp-login.php', 404)],
];

const CALLS = MIX.flatMap(([percent, make]) => Array<() => Asked>(percent).fill(make));

function nextCall(): Asked {
  const asked = CALLS[Math.floor(CALLS.length * random())]();
  // Callers below their limits.
  const caller = `10.${byte()}.${byte()}.${byte()}`;
  return { ...asked, headers: { ...asked.headers, 'x-forwarded-for': caller } };
}

const service = await startReady([SERVICE], { env: { TRUST_PROXY: '1' } });

const wrong = new Map<string, number>();
const memoryMb: number[] = [];
const sampling = setInterval(() => {
  memoryMb.push(residentMb(service.pid));
  service.log.length = 0;
}, 1000);
const result = await load<Asked>(service.base, {
  connections: CONNECTIONS,
  seconds,
  perSecond,
  next: nextCall,
  onAnswer({ path, statuses }, status) {
    const name = `${path.split('?')[0]}: ${status}, expected ${statuses.join(' or ')}`;
    if (!statuses.includes(status)) wrong.set(name, (wrong.get(name) ?? 0) + 1);
  },
});
clearInterval(sampling);
await service.stop();

// Caches fill in the first fifth.
const steady = memoryMb.slice(Math.floor(memoryMb.length / 5));
const half = Math.floor(steady.length / 2);
const growthMb = (mean(steady.slice(half)) ?? 0) - (mean(steady.slice(0, half)) ?? 0);
const lost = result.gaveUp + result.broken;
console.log(
  `${result.answered} calls at ${result.perSecond.toFixed(0)}/s: p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms, longest ${result.maxMs} ms; ${JSON.stringify(result.byStatus)}`,
);
console.log(
  `Memory ${memoryMb.at(-1)?.toFixed(0)} MB, growth ${growthMb.toFixed(1)} MB (limit ${MOST_GROWTH_MB}).`,
);
for (const [name, times] of wrong) console.log(`WRONG   ${times} times ${name}`);
if (lost > 0) console.log(`WRONG   ${lost} calls had no answer.`);
process.exit(wrong.size === 0 && lost === 0 && growthMb <= MOST_GROWTH_MB ? 0 : 1);
