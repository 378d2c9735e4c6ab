import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { localDay, localYearStartMs } from '#clock/stockholm-time.ts';
import type { ElprisetjustnuYear, PriceArea } from '../../schemas/types.ts';
import type { Output } from '../files/progress.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { readElprisetjustnu } from '../prices/spot/elprisetjustnu.ts';
import { concurrently, fetchClient, getText } from './client.ts';
import { pathInside } from './load-downloads.ts';

const BASE_URL = 'https://www.elprisetjustnu.se/api/v1/prices';
const CALLS_PER_SECOND = 5;
const AT_A_TIME = 2;
const MOST_BYTES = 16 << 20;
const DAY_MS = 86_400_000;
const OK = 200;
const NOT_FOUND = 404;
/** A lone day may be missing from the feed. So many in a row mean a wrong address. */
const MOST_MISSING = 4;

/** One file of the feed. */
interface DayFile {
  name: string;
  url: string;
}

/**
 * Downloads a year's day files that are not there yet. A day that the feed has not is reported and left
 * out: the build counts its hours as missing.
 * @throws Error when the year is not over, or the feed answers something else than the day's prices
 */
export async function fetchElprisetjustnu(
  entry: ElprisetjustnuYear,
  folder: string,
  { log, progress }: Output,
  client: Dispatcher = fetchClient({ perSecond: CALLS_PER_SECOND, mostBytes: MOST_BYTES }),
): Promise<void> {
  checkOver(entry.year);
  const target = pathInside(folder, entry.path);
  await mkdir(target, { recursive: true });
  const files = dayFiles(entry);
  const left = await absentFiles(files, target, entry.year);
  const missing: string[] = [];
  let inARow = 0;
  let done = 0;
  await concurrently(left, AT_A_TIME, async (file) => {
    const isThere = await fetchDay(file, target, entry.year, client);
    if (!isThere) missing.push(file.name);
    inARow = isThere ? 0 : inARow + 1;
    if (inARow > MOST_MISSING) {
      throw new Error(
        `${file.url}: answers ${NOT_FOUND}, as the ${MOST_MISSING} before. Correct "year" or "base_url".`,
      );
    }
    progress(`Prices ${entry.year} (${left.length} files)`, ++done / left.length);
  });
  log(`${entry.path}: ${files.length - missing.length} day files, ${left.length} asked for now.`);
  if (missing.length > 0) log(`${entry.path}: the feed has no ${missing.sort().join(', ')}.`);
}

function checkOver(year: number): void {
  if (Date.now() >= localYearStartMs(year + 1)) return;
  throw new Error(`elprisetjustnu: the year ${year} is not over. Give one that is.`);
}

function dayFiles({ year, areas, base_url = BASE_URL }: ElprisetjustnuYear): DayFile[] {
  const days = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
  return Array.from({ length: days }, (_, day) => {
    const date = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(5, 10);
    return areas.map((area: PriceArea) => {
      const name = `${date}_${area}.json`;
      return { name, url: `${base_url.replace(/\/$/, '')}/${year}/${name}` };
    });
  }).flat();
}

/** Files that are not there, or are not whole. */
async function absentFiles(
  files: readonly DayFile[],
  folder: string,
  year: number,
): Promise<DayFile[]> {
  const absent: DayFile[] = [];
  for (const file of files) {
    const text = await readFile(join(folder, file.name), 'utf8').catch(() => null);
    if (text === null || !isWhole(file, text, year)) absent.push(file);
  }
  return absent;
}

/** Whether the feed has the day. */
async function fetchDay(
  file: DayFile,
  folder: string,
  year: number,
  client: Dispatcher,
): Promise<boolean> {
  const { status, text } = await getText(client, file.url);
  if (status === NOT_FOUND) return false;
  if (status !== OK) throw new Error(`${file.url}: answers ${status}. Correct downloads.json.`);
  checkDay(file, text, year);
  writeFileWhole(join(folder, file.name), text);
  return true;
}

function isWhole(file: DayFile, text: string, year: number): boolean {
  try {
    checkDay(file, text, year);
    return true;
  } catch {
    return false;
  }
}

/** Throws when a text is not the day's prices as the feed writes them. */
function checkDay({ name, url }: DayFile, text: string, year: number): void {
  const prices = readElprisetjustnu({ name, label: url, text });
  if (prices.length === 0) throw new Error(`${url}: has no prices, expected those of a day.`);
  const found = Number(localDay(prices[0].startMs).slice(0, 4));
  if (found === year) return;
  throw new Error(`${url}: has prices of ${found}, expected ${year}. Correct "base_url".`);
}
