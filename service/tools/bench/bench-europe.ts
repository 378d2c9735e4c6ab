/** Lookups of a large dataset beside those of the default one, in one process and over HTTP. */
import { median } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';
import { covers } from '../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { emptyWeights, spatialWeights } from '../../api/spatial-weights.ts';
import { emptyYield, planeYield, pointNumbers } from '../../api/yield/lookup.ts';
import { costOf, startServer } from './bench-http.ts';

const RUNS = 5;
const PLACES = 20_000;
const ROUNDS = 20;

/** A roof anywhere in a dataset. */
interface Roof {
  lat: number;
  lng: number;
  tilt: number;
  azimuth: number;
}

/** Prints the ratio of lookups at places drawn over each dataset's own coverage. Each folder holds a build. */
export async function benchEurope(small: string, large: string): Promise<void> {
  const datasets: { folder: string; artifact: PvYieldArtifact; roofs: Roof[] }[] = [];
  for (const folder of [small, large]) {
    const artifact = await readPvYield(`${folder}/pv-yield.bin`);
    datasets.push({ folder, artifact, roofs: drawnRoofs(artifact) });
  }
  const inProcess = await interleaved(datasets, async ({ artifact, roofs }) =>
    lookupsPerSecond(artifact, roofs),
  );
  print('in process', inProcess, (perSecond) => `${(perSecond / 1e6).toFixed(2)} million/s`);
  const served = await Promise.all(
    datasets.map(async ({ folder, roofs }) => {
      const server = await startServer('service', undefined, { ARTIFACTS: folder });
      let i = 0;
      return { server, calls: { next: () => ({ path: pathOf(roofs[i++ % PLACES]) }) } };
    }),
  );
  try {
    const rates = await interleaved(
      served,
      async ({ server, calls }) => 1e6 / (await costOf(server, calls)).costUs,
    );
    print('over HTTP', rates, (rate) => `${(1e6 / rate).toFixed(0)} us of processor time each`);
  } finally {
    for (const { server } of served) await server.stop();
  }
}

/** Medians of rounds in turn; a first round warms up. */
async function interleaved<One>(all: readonly One[], rate: (one: One) => Promise<number>) {
  const rates: number[][] = all.map(() => []);
  for (let run = 0; run <= RUNS; run++) {
    for (const [i, one] of all.entries()) {
      const found = await rate(one);
      if (run > 0) rates[i].push(found);
    }
  }
  return rates.map((values) => median(values) ?? Number.NaN);
}

function print(what: string, [small, large]: number[], shown: (rate: number) => string): void {
  const percent = ((100 * large) / small).toFixed(0);
  console.log(
    `  ${what}: ${shown(large)}, the default's ${shown(small)}: ${percent} % of its rate`,
  );
}

function drawnRoofs({ mask }: PvYieldArtifact): Roof[] {
  const random = seededRandom(32);
  const roofs: Roof[] = [];
  while (roofs.length < PLACES) {
    // As the address writes them, so that none is beyond the edge there.
    const lat = Number((mask.south + random() * mask.rows * mask.latStepDeg).toFixed(4));
    const lng = Number((mask.west + random() * mask.cols * mask.lngStepDeg).toFixed(4));
    const plane = { tilt: Math.floor(91 * random()), azimuth: Math.floor(360 * random()) };
    if (covers(mask, lat, lng)) roofs.push({ lat, lng, ...plane });
  }
  return roofs;
}

function pathOf({ lat, lng, tilt, azimuth }: Roof): string {
  return `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=10`;
}

function lookupsPerSecond(artifact: PvYieldArtifact, roofs: readonly Roof[]): number {
  const around = emptyWeights();
  const found = emptyYield();
  const beganMs = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { lat, lng, tilt, azimuth } of roofs) {
      spatialWeights(artifact, lat, lng, around);
      planeYield(artifact, around, tilt, azimuth, found);
      pointNumbers(artifact, around, found);
    }
  }
  return (1000 * ROUNDS * PLACES) / (performance.now() - beganMs);
}
