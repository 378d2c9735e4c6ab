/** Attacks that tests carry out where no running service is needed: they are run, with memory and time watched. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childrenOf, residentMb } from '../../test/process-figures.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const LOOK_EVERY_MS = 25;

export interface TestedAttack {
  name: string;
  tried: string;
  /** Files of tests, and which of their tests. */
  files: string[];
  tests: string;
  /** Memory of the process that runs them, all in all. */
  megabytes: number;
}

export const ATTACKED_BY_TESTS: TestedAttack[] = [
  {
    name: 'simulations without end',
    tried:
      'a thread that computes for ever, one that dies, one that does not load, none for want of files',
    files: ['service/api/simulation/routes.test.ts', 'service/test/open-files.test.ts'],
    tests: 'deadline|dies|cannot load|want of descriptors',
    megabytes: 700,
  },
  {
    name: 'an answer drop by drop',
    tried:
      '1 kB of an answer of 20 MB every 50 ms, half a second allowed; the service allows 180 s',
    files: ['service/http/guards/pipelining.test.ts'],
    tests: 'little now and then',
    megabytes: 400,
  },
  {
    name: 'signals and variables',
    tried:
      'SIGHUP while loading, SIGUSR1, a password in BASE_URL, secrets in variables with a slip',
    files: [
      'service/test/hang-up.test.ts',
      'service/test/settings.test.ts',
      'service/test/process.test.ts',
      'service/server/config.test.ts',
    ],
    tests: 'SIGHUP|SIGUSR1|password|logs once|unless HOST says so',
    megabytes: 400,
  },
  {
    name: 'forged callers and hosts',
    tried: 'X-Forwarded-For with ports, forged, of no address; no Host, two Hosts',
    files: ['service/http/guards/rate-limits.test.ts', 'service/http/http.test.ts'],
    tests: 'proxy passes on|forged|missing or double Host',
    megabytes: 400,
  },
  {
    name: 'artifacts with right digests',
    tried:
      'values turned, among them NaN, infinities and wild indexes, under right digests; sections beyond 4 GiB',
    files: ['service/test/mutated-artifacts.long.test.ts', 'schemas/codec/artifact.test.ts'],
    tests: 'right digest|4 GiB|gigabytes',
    megabytes: 700,
  },
  {
    name: 'files of the erased',
    tried:
      'surname, street, phone, personal number, PDF and key looked for in database, log and index after DELETE and after a backup is put back',
    files: [
      'service/integrations/test/erased.test.ts',
      'service/integrations/store/erasures.test.ts',
    ],
    tests: 'no file has|in no file|stays erased|erased again|leave the file of SQLite',
    megabytes: 400,
  },
  {
    name: 'input files',
    tried:
      'archives that unpack for ever, centuries of prices, rasters of 1e12 rows, strips beyond their size',
    files: [
      'pipeline/rasters/geotiff/hostile-tiff.test.ts',
      'pipeline/rasters/ascii-grid.test.ts',
      'pipeline/prices/spot/entsoe.test.ts',
      'pipeline/prices/spot/read-spot-year.test.ts',
    ],
    tests:
      'refused by name|refused before|by the header|by its row|centuries|by their sum|entities|unpacked',
    megabytes: 700,
  },
  {
    name: 'leads by a script',
    tried:
      "206 leads from one IPv6 /48 by an installer's form and one of a person, 5 000 held ones, line breaks, places that are none, weak secrets",
    files: [
      'service/integrations/test/lead-flood.long.test.ts',
      'service/integrations/http/leads.test.ts',
      'service/integrations/organisations/organisations.test.ts',
      'service/pages/embedded/lead.test.ts',
      'service/pages/proposal/routes.test.ts',
    ],
    tests: 'flood|held|in one line|long random one|each wrong field|when it is one|one network',
    megabytes: 700,
  },
  {
    name: 'a tenant beyond its share',
    tried:
      "a fourth version of a draft's document, documents beyond the quota, a key after its last day, and what each key did",
    files: [
      'service/integrations/http/document-quota.test.ts',
      'service/integrations/http/access.test.ts',
      'service/integrations/http/audit.test.ts',
    ],
    tests: 'three versions|was sent counts|its quota|last day|audit log|every operation',
    megabytes: 700,
  },
];

export const FAULTS_BY_TESTS: TestedAttack[] = [
  {
    name: 'a thread killed',
    tried: 'a simulation thread that dies, one that never ends, one whose code fails',
    files: ['service/api/simulation/routes.test.ts'],
    tests: 'deadline|dies|fails once',
    megabytes: 700,
  },
  {
    name: 'a process hung or killed',
    tried:
      'one of two processes stopped for ever, then measured; two killed under load, measured meanwhile',
    files: ['service/server/processes/node-measures.long.test.ts'],
    tests: 'counter falls|is named',
    megabytes: 400,
  },
  {
    name: 'SIGTERM under load',
    tried: 'calls without a pause and a body half sent while the service is told to end',
    files: ['service/test/process.test.ts'],
    tests: 'loses no request',
    megabytes: 400,
  },
  {
    name: 'Redis lost',
    tried: 'two nodes, a real redis-server killed, started again, absent at a start',
    files: ['service/test/nodes.long.test.ts'],
    tests: 'by a Redis',
    megabytes: 400,
  },
  {
    name: 'a build withdrawn',
    tried:
      'A, B and A again published; then a process killed with -9, the store away at a start, the pointer on the disk damaged',
    files: ['service/server/artifacts/withdrawn.long.test.ts'],
    tests: 'older build|killed with -9|from the primary|without the store|damaged pointer',
    megabytes: 400,
  },
  {
    name: 'publishing that must not happen',
    tried:
      'a byte flipped on the disk and in the store, two publishers at once, a store that ignores conditions',
    files: ['service/server/artifacts/publish.long.test.ts'],
    tests: 'flipped|damaged object|not put again|at once|overtaken|ignores conditions',
    megabytes: 400,
  },
  {
    name: 'nodes with one folder of artifacts',
    tried: 'four fetches of a build at the same time, two services, what killed ones left',
    files: ['service/server/artifacts/store.long.test.ts'],
    tests: 'share a folder',
    megabytes: 400,
  },
  {
    name: 'nodes restarted behind nginx',
    tried: 'two nodes behind the shipped nginx.conf end and start one after the other under load',
    files: ['service/deploy/rolling-restart.long.test.ts'],
    tests: 'no caller learns',
    megabytes: 400,
  },
  {
    name: 'stores away from an image',
    tried:
      'the image, made by its own steps, where the S3 folder, Redis and PostgreSQL do not answer',
    files: ['service/deploy/image.long.test.ts'],
    tests: 'the image|its steps run|both stores away|know PostgreSQL',
    megabytes: 400,
  },
  {
    name: 'a CRM that refuses',
    tried: 'a CRM that answers 401, a store that does not answer, and what the measures then say',
    files: ['service/integrations/metrics.test.ts'],
    tests: 'CRM refuses|does not answer',
    megabytes: 400,
  },
  {
    name: 'a sick Redis',
    tried:
      'a real redis-server full, read-only, 250 ms late and killed under the limits of three nodes: one line lost, one back, nobody waits over 20 ms',
    files: ['service/test/sick-redis.long.test.ts', 'service/http/guards/shared-counters.test.ts'],
    tests: 'read-only|without a Redis|becomes slow|a burst|used his limit',
    megabytes: 400,
  },
  {
    name: 'a build fleet',
    tried:
      'its store away for 6 s, its Redis lost, a coordinator of other code, SIGTERM at a part, other inputs, a part damaged',
    files: [
      'pipeline/distributed/distribute-build-fleet.long.test.ts',
      'pipeline/distributed/outlast-faults.test.ts',
      'pipeline/distributed/distributed.long.test.ts',
      'pipeline/build.long.test.ts',
    ],
    tests:
      'away for 6 s|other code|SIGTERM gives|Redis is away|faults? of I/O|for ten minutes|other inputs|parts built apart|missing, damaged',
    megabytes: 400,
  },
  {
    name: 'a kill while persons are encrypted or erased',
    tried:
      'kill -9 again and again while an older store is encrypted; an end between an erasure and its tombstone; a file that cannot be written',
    files: [
      'service/integrations/store/seal-plain.long.test.ts',
      'service/integrations/store/erasures.test.ts',
    ],
    tests: 'killed while it encrypts|after a kill too',
    megabytes: 400,
  },
  {
    name: 'a full disk',
    tried: 'a build, and an archive unpacked, on a disk of a few kilobytes',
    files: ['pipeline/build.long.test.ts', 'pipeline/rasters/zip.test.ts'],
    tests: 'finds no room',
    megabytes: 700,
  },
  {
    name: 'a store without room',
    tried: 'SQLite on a disk of 2 MB that fills up, and in a file that another program holds',
    files: [
      'service/integrations/store/full-disk.test.ts',
      'service/integrations/store/busy.test.ts',
    ],
    tests: 'full disk|another program|five seconds',
    megabytes: 400,
  },
  {
    name: 'a sink that refuses',
    tried: 'leads whose sink fails, never answers, is not there, or asks for a rest by 429 or 503',
    files: ['service/pages/embedded/lead.test.ts'],
    tests: 'a sink',
    megabytes: 700,
  },
];

/** Tests that need a program which is not there. */
export class Skipped extends Error {}

/**
 * Runs the tests; what they cost, and the figures that they print.
 * @throws Error when one fails, none ran or a bound is broken; Skipped when all were skipped
 */
export async function runTests({ tried, files, tests, megabytes }: TestedAttack): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', `--test-name-pattern=${tests}`, '--test-reporter=tap', ...files],
    { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const began = performance.now();
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, largestChildMb(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(timer);
  const countOf = (what: string) =>
    Number(new RegExp(`^# ${what} (\\d+)`, 'm').exec(said)?.[1] ?? 0);
  const seconds = (performance.now() - began) / 1000;
  const failed = said.match(/^not ok \d+ - .*/gm) ?? [];
  const passed = countOf('pass');
  const figures = Array.from(said.matchAll(/^# Figures: (.*)/gm), ([, figure]) => ` ${figure}`);
  // Those that the pattern leaves out are skipped, too.
  const skips = Array.from(said.matchAll(/# SKIP (?!test name)(.*)/g), ([, why]) => why);
  const parts = [...figures, ...skips.map((why) => ` Skipped: ${why}.`)];
  const line = `${tried}. ${passed} tests in ${seconds.toFixed(0)} s, ${peakMb.toFixed(0)} MB (bound ${megabytes}).${parts.join('')}`;
  if (failed.length > 0) throw new Error(`${line} ${failed.join('; ')}`);
  if (passed === 0 && skips.length > 0) throw new Skipped(skips[0]);
  if (passed === 0 || peakMb > megabytes) throw new Error(line);
  return line;
}

/** Resident set of the largest process below, as the Linux kernel reports it: a file of tests is a process. */
function largestChildMb(pid: number): number {
  try {
    return Math.max(0, ...childrenOf(pid).map((child) => residentMb(child, 'VmHWM')));
  } catch {
    return 0;
  }
}
