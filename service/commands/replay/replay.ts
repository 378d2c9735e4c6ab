/**
 * Compares a roof's own log with what the service says: `sun replay`. --pv and --meter may be folders, whose files are read as one. BASE_URL is the
 * explorer's that it links to. The files are read here and sent nowhere.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NamedClock } from '#engine/meter/times/axis.ts';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { readConfig } from '../../server/config.ts';
import { inOptions, parseFaces, parseOption } from '../roof/roof-bodies.ts';
import { type ReplayFile, replay } from './replay-answers.ts';
import { replayText } from './replay-text.ts';

const CLOCKS: readonly NamedClock[] = ['swedish', 'winter', 'utc'];
const { artifacts = `${PROJECT}artifacts`, confirm = false, ...texts } = commandLine('replay');

try {
  console.log(await answer());
} catch (error) {
  console.error(`error: ${inOptions(error as Error)}`);
  process.exitCode = 1;
}

async function answer(): Promise<string> {
  const question = {
    place: { lat: parseOption(texts.lat), lng: parseOption(texts.lng) },
    faces: texts.faces === undefined ? null : parseFaces(texts.faces),
    pv: { ...filesOf('PV', texts.pv, texts['pv-clock']), isConfirmed: confirm },
    meter:
      texts.meter === undefined
        ? null
        : { ...filesOf('METER', texts.meter, texts['meter-clock']), isConfirmed: confirm },
  };
  const data = yieldDataset(await readPvYield(artifact(artifacts, 'pv-yield.bin')));
  const prices = await readPrices(artifact(artifacts, 'prices.bin'));
  return replayText(await replay(data, prices, question), readConfig(process.env).baseUrl);
}

/** Reads a file, or all files of a folder. */
function filesOf(option: string, path: string, written = ''): Omit<ReplayFile, 'isConfirmed'> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) {
    throw new Error(
      `${typedOption(option)} is "${path}", but there is no such file, expected a file or a folder of files.`,
    );
  }
  const clock = CLOCKS.find((name) => name === written) ?? null;
  if (clock === null && written !== '' && written !== 'auto') {
    throw new Error(
      `${typedOption(`${option}_CLOCK`)} is "${written}", expected one of auto, ${CLOCKS.join(', ')}.`,
    );
  }
  const paths = found.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
  const files = paths.map((each) => ({ name: basename(each), bytes: readFileSync(each) }));
  return { files, clock };
}

function artifact(folder: string, name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new Error(`There is no dataset at ${path}. Run "make artifacts".`);
}
