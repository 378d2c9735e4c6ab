import { COMMANDS, type Table } from './commands.mjs';
import { readCommand } from './read-command.mjs';

/** The values of a command's options: texts, and true for a flag. */
type Values<Options> = {
  [Name in keyof Options]: Options[Name] extends { required: true }
    ? string
    : (Options[Name] extends { value: string } ? string : true) | undefined;
};

/**
 * The options of the command whose program this process is. `--help` prints them and ends it, a wrong one ends it with 2
 * and an error message. What the program throws ends it with 1 and the error's message. The work continues when the reader
 * of its output stops early, as `head` does.
 */
export function commandLine<Name extends keyof Table>(
  name: Name,
): Values<Table[Name]['options']> & { operands: string[] } {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreClosed);
  const words = [...name.split(' '), ...process.argv.slice(2)];
  const read = readCommand(words, COMMANDS, 'sun');
  if (!('print' in read)) {
    process.on('uncaughtException', endWithError);
    // The command's reader has checked them by the table that the type is of.
    return { ...read.values, operands: read.operands } as ReturnType<typeof commandLine<Name>>;
  }
  (read.code === 0 ? console.log : console.error)(read.print);
  process.exit(read.code);
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function endWithError({ message }: Error): never {
  console.error(`error: ${message}`);
  process.exit(1);
}
