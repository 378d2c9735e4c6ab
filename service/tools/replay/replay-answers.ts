import { summerTimeOf } from '#common/stockholm-time.ts';
import { calibratedLoss, compareWithLog, type LogComparison } from '#engine/house/roof-log.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { simulatedYear } from '../../api/simulated-year.ts';
import { checkCovered, type YieldDataset } from '../../api/yield/dataset.ts';
import { parseSeries } from '../../api/yield/query.ts';
import { pvYieldJson } from '../../api/yield/response.ts';
import { roofYear } from '../../api/yield/roof-year.ts';
import {
  type MeterClock,
  MeterProblem,
  readMeterFile,
} from '../../pages/browser/meter/meter-file.ts';
import { type RoofLog, readRoofFile } from '../../pages/browser/meter/roof-file.ts';
import type { Face } from '../../pages/shared/state.ts';
import { fill } from '../../pages/shared/text.ts';
import { fitFace } from './fit-face.ts';
import { type LoggedHouse, loggedHouse } from './logged-house.ts';

/** A file and the clock that it keeps. */
export interface ReplayFile {
  text: string;
  clock: MeterClock;
}

export interface ReplayQuestion {
  place: { lat: unknown; lng: unknown };
  /** Null: one face is fitted to the log. */
  faces: unknown[] | null;
  pv: ReplayFile;
  meter: ReplayFile | null;
}

/** A year of a roof's own log beside what the service says. */
export interface Replay {
  place: { lat: number; lng: number };
  faces: Face[];
  isFitted: boolean;
  log: RoofLog;
  comparison: LogComparison;
  /** The calibrated roof's. */
  systemLoss: number;
  /** Standard deviation of a year's yield, %; null where the dataset does not tell. */
  yearSdPct: number | null;
  house: LoggedHouse | null;
}

/** A roof that shows where the sun is until the faces are known. */
const SOUTH = { tilt: 40, azimuth: 180, kwp: 1 };

/**
 * Compares a log with the hours that the service reckons for the roof.
 * @throws Error with a sentence naming the option: HttpError as the service answers it, or for a file
 */
export function replay(
  data: YieldDataset,
  prices: PricesArtifact,
  { place, faces: given, pv, meter }: ReplayQuestion,
): Replay {
  const summerTime = summerTimeOf(simulatedYear(prices));
  const inputOf = (faces: unknown[]) => parseSeries({ ...place, faces });
  const hoursOf = (faces: unknown[]) =>
    roofYear(data.artifact, inputOf(faces), summerTime).hourlyKwh;
  const { lat, lng } = inputOf(given ?? [SOUTH]);
  checkCovered(data, { lat, lng });
  const first = hoursOf(given ?? [SOUTH]);
  const fit = (kwh: Float64Array) => fitFace(data.artifact, { lat, lng }, kwh, summerTime);
  const explain = given ? undefined : (kwh: Float64Array) => fit(kwh).explained;
  const log = readOption('PV', () => readRoofFile(pv.text, first, pv.clock, explain));
  const faces = given ?? [fit(log.kwh).face];
  const reckonedKwh = given ? first : hoursOf(faces);
  const comparison = compareWithLog(reckonedKwh, log.kwh);
  const planes = inputOf(faces).faces.map(({ input }) => input);
  const house =
    meter &&
    loggedHouse(
      prices,
      { lat, lng },
      readOption('METER', () => readMeterFile(meter.text, meter.clock)),
      log.kwh,
      reckonedKwh.map((kwh) => kwh * comparison.factor),
    );
  return {
    place: { lat, lng },
    faces: planes.map(({ tilt, azimuth, kwp }) => ({ tilt, azimuth, kwp })),
    isFitted: given === null,
    log,
    comparison,
    systemLoss: calibratedLoss(planes[0].system_loss, comparison.factor),
    yearSdPct: JSON.parse(pvYieldJson(data, planes[0])).variability?.annual_sd_pct ?? null,
    house,
  };
}

/** Reads a file; what is wrong with it is a sentence that the explorer says, too. */
function readOption<Found>(option: string, read: () => Found): Found {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MeterProblem)) throw error;
    throw new Error(`${option}: ${fill(error.sentences.en, error.values)}`);
  }
}
