/** True in the package, whose users have its command and neither make nor the sources. Undefined in these. */
declare const PACKAGED: boolean | undefined;

const IS_PACKAGED = typeof PACKAGED !== 'undefined';

/** The command line whose options are typed. Undefined under make, whose variables are. */
const COMMAND = IS_PACKAGED ? 'sun-over-sweden' : globalThis.process?.env.SUN_COMMAND;

/** A command as its reader types it: by make or `sun` in a checkout, by `sun-over-sweden` in the package. */
export function typedCommand(make: string, command: string): string {
  return COMMAND === undefined ? make : `${COMMAND} ${command}`;
}

/** An option as its reader types it: `ROOF_COST`, a variable of make, or `--roof-cost`. */
export function typedOption(variable: string): string {
  return COMMAND !== undefined ? `--${variable.toLowerCase().replaceAll('_', '-')}` : variable;
}
