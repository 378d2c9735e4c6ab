/**
 * Compares a roof's own log with what the service says: `sun replay`. --pv and --meter may be folders, whose files are read as one. BASE_URL is the
 * explorer's that it links to. The files are read here and sent nowhere.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NamedClock } from '#engine/meter/times/axis.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { readConfig } from '../../server/config.ts';
import { readArtifacts } from '../read-artifacts.ts';
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
  const found = await replay(...(await readArtifacts(artifacts)), question);
  return replayText(found, readConfig(process.env).baseUrl);
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
