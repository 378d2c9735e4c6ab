import { parseArgs } from 'node:util';
import type { Settings } from './settings.ts';

/**
 * Ends a server's process that was called with arguments: `--help` prints its settings, which come from the environment
 * only. Anything else is an error.
 * @param program as it is typed
 */
export async function takeArguments(
  program: string,
  readTable: () => Promise<Settings>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0) return;
  try {
    parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    console.error(`error: ${(error as Error).message}. Try: ${program} --help`);
    process.exit(2);
  }
  const { printSettings } = await import('./settings.ts');
  printSettings(
    `Usage: ${program}\n\nSettings are variables of the environment:`,
    await readTable(),
    {},
  );
  process.exit(0);
}
