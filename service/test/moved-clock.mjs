/**
 * Preloaded into a process, sets its wall clock ahead, or back, by the milliseconds in CLOCK_FILE. Timers go on as they are, as
 * when an operator sets the clock.
 */
import { readFileSync } from 'node:fs';

const Real = Date;
let aheadMs = 0;
const look = () => {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
};
look();
setInterval(look, 20).unref();
globalThis.Date = class extends Real {
  constructor(...values) {
    super(...(values.length > 0 ? values : [Real.now() + aheadMs]));
  }
  static now() {
    return Real.now() + aheadMs;
  }
};
