/** True in the package, whose users have its command and neither make nor the sources; undefined in these. */
declare const PACKAGED: boolean | undefined;

export const IS_PACKAGED = typeof PACKAGED !== 'undefined';

/** A command as its reader types it: by make in a checkout, by `sun-over-sweden` in the package. */
export function typedCommand(make: string, packaged: string): string {
  return IS_PACKAGED ? `sun-over-sweden ${packaged}` : make;
}

/** An option as its reader types it: `ROOF_COST`, a variable of make, in the package `--roof-cost`. */
export function typedOption(variable: string): string {
  return IS_PACKAGED ? `--${variable.toLowerCase().replaceAll('_', '-')}` : variable;
}
