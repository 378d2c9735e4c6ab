import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The options of a command; a wrong one ends the process with a sentence. */
export function commandLine<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
