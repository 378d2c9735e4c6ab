import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Shard } from '../schemas/types.ts';

/**
 * The options of a command; a wrong one ends the process with a sentence. Whoever reads the command's
 * output may stop before its end, as `head` does: the work goes on in silence.
 */
export function commandLine<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreClosed);
  try {
    return parseArgs(config).values;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Of workers and of parts: more than a build can use; parts are all open when they are joined. */
const MOST = 500;

/**
 * The number that an option has.
 * @throws Error naming the option, with an example, when it is no whole number from 1 to 500
 */
export function countOption(name: string, text: string, example: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= MOST) return number;
  throw new Error(
    `${name} is ${text === '' ? 'missing' : `"${text}"`}, expected a whole number from 1 to ${MOST}, for example "${example}".`,
  );
}

/**
 * Part I of N, counted from 1 by people.
 * @throws Error with the form when the text is no such part
 */
export function partOf(text: string): Omit<Shard, 'key'> {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(part) - 1;
  const count = Number(parts);
  if (index >= 0 && index < count && count <= MOST) return { index, count };
  throw new Error(
    `SHARD (--shard) is "${text}", expected I/N with I from 1 to N and N up to ${MOST}, for example "make artifacts SHARD=2/4".`,
  );
}
