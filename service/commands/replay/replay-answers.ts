import { summerTimeOf } from '#clock/stockholm-time.ts';
import { lookup } from '#engine/answers.ts';
import { calibratedLoss, compareWithLog } from '#engine/house/roof-log.ts';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import { NO_CHOICES } from '#engine/meter/columns/choices.ts';
import { MeterProblem } from '#engine/meter/files/problem.ts';
import type { MeterFile } from '#engine/meter/files/unpack.ts';
import { readMeter } from '#engine/meter/read-meter.ts';
import type { NamedClock } from '#engine/meter/times/axis.ts';
import type { Understood } from '#engine/meter/understand.ts';
import type { KnownRoof } from '#engine/meter/year/roof-year.ts';
import { checkCovered, type YieldDataset } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { roofYear } from '#engine/yield/roof-year.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import { AZIMUTH_STEP_DEG, AZIMUTHS, TILT_STEP_DEG, TILTS } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { writeMessage } from '../../pages/explorer/meter/write-message.ts';
import type { Face } from '../../pages/explorer/state.ts';
import { loggedHouse } from './logged-house.ts';

/** Files of one meter, and the clock that they keep. */
export interface ReplayFile {
  files: MeterFile[];
  /** Null: it is found. */
  clock: NamedClock | null;
  /** Whether the year counts although something about it is to be confirmed. */
  isConfirmed: boolean;
}

export interface ReplayQuestion {
  place: { lat: unknown; lng: unknown };
  /** Null: one face is fitted to the log. */
  faces: unknown[] | null;
  pv: ReplayFile;
  meter: ReplayFile | null;
}

/** A roof that shows where the sun is until the faces are known. */
const SOUTH = { tilt: 40, azimuth: 180, kwp: 1 };

/**
 * Compares a log with the hours that the service computes for the roof.
 * @throws Error with a sentence naming the option: RequestError as the service answers it, or for a file
 */
export async function replay(
  data: YieldDataset,
  prices: PricesArtifact,
  { place, faces: given, pv, meter }: ReplayQuestion,
) {
  const summerTime = summerTimeOf(simulatedYear(prices));
  const inputOf = (faces: unknown[]) => parseSeries({ ...place, faces });
  const hoursOf = (faces: unknown[]) =>
    roofYear(data.artifact, inputOf(faces), summerTime).hourlyKwh;
  const { lat, lng, faces: started } = inputOf(given ?? [SOUTH]);
  checkCovered(data, { lat, lng });
  const first = hoursOf(given ?? [SOUTH]);
  const kwp = given && started.reduce((sum, { input }) => sum + input.kwp, 0);
  const log = await readOption('PV', pv, { calculatedKwh: first, kwp });
  const faces = given ?? [fitFace(hoursOf, log.kwh)];
  const computedKwh = given ? first : hoursOf(faces);
  const comparison = compareWithLog(computedKwh, log.kwh);
  const planes = inputOf(faces).faces.map(({ input }) => input);
  const bought = meter && (await readOption('METER', meter, null));
  const calibratedKwh = computedKwh.map((kwh) => kwh * comparison.factor);
  return {
    place: { lat, lng },
    faces: planes.map(({ tilt, azimuth, kwp }) => ({ tilt, azimuth, kwp })),
    isFitted: given === null,
    log,
    comparison,
    /** The calibrated roof's. */
    systemLoss: calibratedLoss(planes[0].system_loss, comparison.factor),
    /** Standard deviation of a year's yield, %. Null where the dataset does not say. */
    yearSdPct: lookup({ pvYield: data, prices }, planes[0]).variability?.annual_sd_pct ?? null,
    house: bought && loggedHouse(prices, { lat, lng }, bought, log.kwh, calibratedKwh),
  };
}

/** A year of a roof's own log, and what the service says. */
export type Replay = Awaited<ReturnType<typeof replay>>;

/**
 * Finds the face whose mean days are nearest to a log's, among the dataset's planes, with the power that makes
 * their years equal.
 */
function fitFace(hoursOf: (faces: Face[]) => Float64Array, logKwh: Float64Array): Face {
  let best: Face = { tilt: 0, azimuth: 0, kwp: 0 };
  let bestExplained = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < TILTS; row++) {
    // A flat plane faces nowhere.
    for (let col = 0; col < (row === 0 ? 1 : AZIMUTHS); col++) {
      const plane = { tilt: row * TILT_STEP_DEG, azimuth: col * AZIMUTH_STEP_DEG };
      const { factor, explained } = compareWithLog(hoursOf([{ ...plane, kwp: 1 }]), logKwh);
      if (!(explained.meanDays > bestExplained)) continue;
      bestExplained = explained.meanDays;
      best = { ...plane, kwp: Math.round(100 * factor) / 100 };
    }
  }
  return best;
}

/** Reads files. What is wrong with them, and what is to be confirmed, are sentences of the explorer's, too. */
async function readOption(
  option: string,
  { files, clock, isConfirmed }: ReplayFile,
  roof: KnownRoof | null,
): Promise<Understood> {
  let found: Understood;
  try {
    found = await readMeter(files, roof, { ...NO_CHOICES, clock });
  } catch (error) {
    if (!(error instanceof MeterProblem)) throw error;
    throw new Error(`${typedOption(option)}: ${writeMessage(error.translatable, 'en')}`);
  }
  if (found.questions.length === 0 || isConfirmed) return found;
  const questionsText = found.questions.map((question) => writeMessage(question, 'en')).join(' ');
  throw new Error(
    `${typedOption(option)}: ${questionsText} Add --confirm (CONFIRM=1) to use the file as it was read.`,
  );
}
