import { HORIZON_TARGET_PCT, horizonErrors } from './horizon-errors.ts';

/** Prints how far the light past horizons lies from that by hand. */
export function printHorizon(): void {
  console.log(
    "\nHorizons at Stockholm, a flat plane's light: sky beside closed forms, sunshine beside the sun's hour angles; off by, % (target)",
  );
  console.log(line('', 'sky', 'sunshine, furthest month'));
  for (const { name, skyPct, sunshinePct } of horizonErrors()) {
    console.log(line(name, beside(skyPct), beside(sunshinePct)));
  }
}

function beside(pct: number): string {
  return `${Math.abs(pct).toFixed(3)} (${HORIZON_TARGET_PCT})`;
}

function line(name: string, sky: string, sunshine: string): string {
  return `  ${name.padEnd(24)}${sky.padStart(14)}${sunshine.padStart(28)}`;
}
