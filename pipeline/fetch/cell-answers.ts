import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { MrcalcSource } from '../../schemas/types.ts';
import type { Domain } from '../coverage/dataset-domain.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { getText } from './client.ts';
import { type MonthlyMeans, mrcalcMeans } from './mrcalc-means.ts';

/** A cell to ask for. Its centre is in degrees, without the rounding of binary fractions. */
export interface RequestedCell {
  /** Row * cols + col, row 0 in the south. */
  gridIndex: number;
  lat: number;
  lng: number;
}

/** Centres that touch a box's edge count as inside. */
const EDGE_DEG = 1e-6;

/** The needed cells of a dataset, or those of them in the source's box. */
export function requestedCells(
  { grid, needed }: Domain,
  bbox?: readonly number[],
): RequestedCell[] {
  const [west, south, east, north] = bbox ?? [-180, -90, 180, 90];
  const cells: RequestedCell[] = [];
  for (let gridIndex = 0; gridIndex < needed.length; gridIndex++) {
    if (!needed[gridIndex]) continue;
    const lat = plainDegrees(latOfRow(grid, Math.floor(gridIndex / grid.cols)));
    const lng = plainDegrees(lngOfCol(grid, gridIndex % grid.cols));
    if (lat < south - EDGE_DEG || lat > north + EDGE_DEG) continue;
    if (lng < west - EDGE_DEG || lng > east + EDGE_DEG) continue;
    cells.push({ gridIndex, lat, lng });
  }
  return cells;
}

/**
 * The address that asks MRcalc for a cell: every month's global irradiation on the horizontal
 * (`horirrad`), its diffuse share (`d2g`) and mean temperature (`avtemp`). Without the horizon
 * that PVGIS would take for that very point: a cell represents 25 km, not for one valley.
 */
function mrcalcUrl(source: MrcalcSource, lat: number, lng: number): string {
  const { base_url, raddatabase, start_year, end_year } = source;
  const parameters = new URLSearchParams({
    lat: String(lat),
    lon: String(lng),
    raddatabase,
    horirrad: '1',
    d2g: '1',
    avtemp: '1',
    usehorizon: '0',
    outputformat: 'json',
    ...(start_year === undefined ? {} : { startyear: String(start_year) }),
    ...(end_year === undefined ? {} : { endyear: String(end_year) }),
  });
  return `${base_url.replace(/\/$/, '')}/MRcalc?${parameters}`;
}

function plainDegrees(degrees: number): number {
  return Number(degrees.toFixed(6));
}

/** PVGIS' answer for a cell. Null where it refuses the place. */
export type MeansOrRefusal = MonthlyMeans | null;

/** An answer on disk, with the question it belongs to. */
interface StoredAnswer {
  url: string;
  status: number;
  answer: unknown;
}

const OK = 200;
const BAD_REQUEST = 400;

/**
 * The stored answer to a cell's question. Undefined if it has not been asked, or the question was another
 * (other years, another address).
 */
export async function storedAnswer(
  folder: string,
  source: MrcalcSource,
  cell: RequestedCell,
): Promise<MeansOrRefusal | undefined> {
  try {
    const stored: StoredAnswer = JSON.parse(await readFile(answerPath(folder, cell), 'utf8'));
    if (stored.url !== mrcalcUrl(source, cell.lat, cell.lng)) return undefined;
    return interpreted(stored, source);
  } catch {
    return undefined;
  }
}

/**
 * Asks for a cell and keeps the answer, also a refusal of the place, for ever.
 * @throws Error when PVGIS refuses anything but the place, or what it sends cannot be used
 */
export async function askForCell(
  folder: string,
  source: MrcalcSource,
  cell: RequestedCell,
  client: Dispatcher,
): Promise<MeansOrRefusal> {
  const url = mrcalcUrl(source, cell.lat, cell.lng);
  const { status, text } = await getText(client, url);
  try {
    const stored = { url, status, answer: parsed(text) };
    const answer = interpreted(stored, source);
    writeFileWhole(answerPath(folder, cell), `${JSON.stringify(stored)}\n`);
    return answer;
  } catch (cause) {
    throw new Error(`${url}: ${(cause as Error).message}`, { cause });
  }
}

function answerPath(folder: string, { lat, lng }: RequestedCell): string {
  return join(folder, `${lat}_${lng}.json`);
}

function interpreted({ status, answer }: StoredAnswer, source: MrcalcSource): MeansOrRefusal {
  if (status === OK) return mrcalcMeans(answer, source);
  const message = messageOf(answer);
  if (status === BAD_REQUEST && /^location/i.test(message)) return null;
  throw new Error(`PVGIS answers ${status}: "${message}". Correct downloads.json.`);
}

/**
 * JSON with NaN read as null: Python's json writes it for a ratio without light.
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/:\s*-?NaN\b/gi, ': null'));
  } catch {
    throw new Error(`the answer is no JSON: "${text.slice(0, 60)}".`);
  }
}

/** "Location over the sea. Please, select another location" and its like. */
function messageOf(answer: unknown): string {
  const hasMessage = typeof answer === 'object' && answer !== null && 'message' in answer;
  return hasMessage ? String(answer.message) : JSON.stringify(answer).slice(0, 200);
}
