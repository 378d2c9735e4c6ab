import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MrcalcSource } from '../../schemas/types.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { type MonthlyMeans, mrcalcMeans } from './mrcalc-means.ts';
import { type AskedCell, mrcalcUrl } from './mrcalc-question.ts';
import type { Ask } from './polite-asker.ts';

/** What PVGIS has for a cell: means, or the message by which it refuses the place. */
export type CellAnswer = { means: MonthlyMeans } | { refusal: string };

/** An answer on disk, with the question it belongs to. */
interface StoredAnswer {
  url: string;
  status: number;
  answer: unknown;
}

const OK = 200;
const BAD_REQUEST = 400;

/**
 * The kept answer to a cell's question; null when it has not been asked, or the question was another
 * (other years, another address).
 */
export async function keptAnswer(
  folder: string,
  source: MrcalcSource,
  cell: AskedCell,
): Promise<CellAnswer | null> {
  const text = await readFile(answerPath(folder, cell), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const stored: StoredAnswer = JSON.parse(text);
    if (stored.url !== mrcalcUrl(source, cell.lat, cell.lng)) return null;
    return interpreted(stored, source);
  } catch {
    return null;
  }
}

/**
 * Asks for a cell and keeps the answer, also a refusal of the place, for ever.
 * @throws Error when PVGIS refuses anything but the place, or what it sends cannot be used
 */
export async function askForCell(
  folder: string,
  source: MrcalcSource,
  cell: AskedCell,
  ask: Ask,
): Promise<CellAnswer> {
  const url = mrcalcUrl(source, cell.lat, cell.lng);
  const { status, text } = await ask(url);
  try {
    const stored = { url, status, answer: parsed(text) };
    const answer = interpreted(stored, source);
    writeFileWhole(answerPath(folder, cell), `${JSON.stringify(stored)}\n`);
    return answer;
  } catch (cause) {
    throw new Error(`${url}: ${(cause as Error).message}`, { cause });
  }
}

/** File of a cell's answer. */
export function answerPath(folder: string, { lat, lng }: AskedCell): string {
  return join(folder, `${lat}_${lng}.json`);
}

function interpreted({ status, answer }: StoredAnswer, source: MrcalcSource): CellAnswer {
  if (status === OK) return { means: mrcalcMeans(answer, source) };
  const message = messageOf(answer);
  if (status === BAD_REQUEST && /^location/i.test(message)) return { refusal: message };
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
