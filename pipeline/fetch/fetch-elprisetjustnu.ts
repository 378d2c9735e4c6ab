import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { localDay } from '#clock/stockholm-time.ts';
import type { ElprisetjustnuYear, PriceArea } from '../../schemas/types.ts';
import type { Output } from '../files/progress.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { readElprisetjustnu } from '../prices/spot/elprisetjustnu.ts';
import { periodName, spanOf } from '../prices/spot/twelve-months.ts';
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

interface DayFile {
  year: number;
  name: string;
  url: string;
}

/**
 * Downloads the day files of twelve months that are not there yet. A day that the feed has not is reported and left
 * out: the build counts its hours as missing.
 * @throws Error when the months are not over, or the feed answers something else than the day's prices
 */
export async function fetchElprisetjustnu(
  entry: ElprisetjustnuYear,
  folder: string,
  { log, progress }: Output,
  client: Dispatcher = fetchClient({ perSecond: CALLS_PER_SECOND, mostBytes: MOST_BYTES }),
): Promise<void> {
  checkOver(entry);
  const target = pathInside(folder, entry.path);
  await mkdir(target, { recursive: true });
  const files = dayFiles(entry);
  const left: DayFile[] = [];
  for (const file of files) if (!(await isThere(file, target))) left.push(file);
  const missing: string[] = [];
  let inARow = 0;
  let done = 0;
  await concurrently(left, AT_A_TIME, async (file) => {
    const isInFeed = await fetchDay(file, target, client);
    if (!isInFeed) missing.push(file.name);
    inARow = isInFeed ? 0 : inARow + 1;
    if (inARow > MOST_MISSING) {
      throw new Error(
        `${file.url}: answers ${NOT_FOUND}, as the ${MOST_MISSING} before. Correct "year" or "base_url".`,
      );
    }
    progress(`Prices ${periodName(entry)} (${left.length} files)`, ++done / left.length);
  });
  log(`${entry.path}: ${files.length - missing.length} day files, ${left.length} asked for now.`);
  if (missing.length > 0) log(`${entry.path}: the feed has no ${missing.sort().join(', ')}.`);
}

function checkOver(entry: ElprisetjustnuYear): void {
  if (Date.now() >= spanOf(entry).endMs) return;
  const what = periodName(entry);
  throw new Error(`elprisetjustnu: the year ${what} is not over. Give one that is.`);
}

function dayFiles(entry: ElprisetjustnuYear): DayFile[] {
  const { areas, base_url = BASE_URL } = entry;
  const { startMs, endMs } = spanOf(entry);
  const days = (endMs - startMs) / DAY_MS;
  return Array.from({ length: days }, (_, day) => {
    const date = localDay(startMs + (day + 0.5) * DAY_MS);
    return areas.map((area: PriceArea) => {
      const name = `${date.slice(5)}_${area}.json`;
      const url = `${base_url.replace(/\/$/, '')}/${date.slice(0, 4)}/${name}`;
      return { year: Number(date.slice(0, 4)), name, url };
    });
  }).flat();
}

/** Whether the feed has the day. */
async function fetchDay(file: DayFile, folder: string, client: Dispatcher): Promise<boolean> {
  const { status, text } = await getText(client, file.url);
  if (status === NOT_FOUND) return false;
  if (status !== OK) throw new Error(`${file.url}: answers ${status}. Correct downloads.json.`);
  checkDay(file, text);
  writeFileWhole(join(folder, file.name), text);
  return true;
}

/** Whether a file is there, whole. */
async function isThere(file: DayFile, folder: string): Promise<boolean> {
  try {
    checkDay(file, await readFile(join(folder, file.name), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Throws when a text is not the day's prices as the feed writes them. */
function checkDay({ year, name, url }: DayFile, text: string): void {
  const prices = readElprisetjustnu({ name, label: url, text });
  if (prices.length === 0) throw new Error(`${url}: has no prices, expected those of a day.`);
  const found = Number(localDay(prices[0].startMs).slice(0, 4));
  if (found === year) return;
  throw new Error(`${url}: has prices of ${found}, expected ${year}. Correct "base_url".`);
}
