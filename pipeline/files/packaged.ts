/** True in the bundled package, whose users have neither make nor the sources. Undefined in a checkout. */
declare const PACKAGED: boolean | undefined;

const IS_PACKAGED = typeof PACKAGED !== 'undefined';

/** The command that the user types, with options. Undefined under make, which takes variables. */
const COMMAND = IS_PACKAGED ? 'sun-over-sweden' : globalThis.process?.env.SUN_COMMAND;

/** A command as the user types it: `make` or `sun` in a checkout, `sun-over-sweden` in the package. */
export function typedCommand(make: string, command: string): string {
  return COMMAND === undefined ? make : `${COMMAND} ${command}`;
}

/** An option as the user types it: `ROOF_COST`, a variable of make, or `--roof-cost`. */
export function typedOption(variable: string): string {
  return COMMAND !== undefined ? `--${variable.toLowerCase().replaceAll('_', '-')}` : variable;
}
