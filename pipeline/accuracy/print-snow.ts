import { stationPlanes } from './snow-station.ts';

/** Prints what snow takes from planes of a worked station beside what its author prints. */
export function printSnow(): void {
  console.log(
    "\nSnow on planes of Townsend's worked station, % of January .. December: found (published to the whole percent, the target)",
  );
  for (const { tiltDeg, foundPct, publishedPct } of stationPlanes()) {
    const months = foundPct.map((pct, month) =>
      `${pct.toFixed(1)} (${publishedPct[month]})`.padStart(11),
    );
    console.log(`  tilt ${String(tiltDeg).padStart(2)}°${months.join('')}`);
  }
}
