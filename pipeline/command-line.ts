import { type ParseArgsConfig, parseArgs } from 'node:util';

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
