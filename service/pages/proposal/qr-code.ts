import { encode } from 'uqr';
import type { QrCode } from '../views/contract.ts';

/** A text as a QR code, least error correction: a signed address is long, and a screen or paper clean. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'L', border: 0 });
  const runs = data.flatMap((row, y) =>
    rowRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size, path: runs.join('') };
}

/** Start and length of each run of dark modules. */
function rowRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs[runs.length - 1];
    if (dark && last && last[0] + last[1] === x) last[1]++;
    else if (dark) runs.push([x, 1]);
  }
  return runs;
}
