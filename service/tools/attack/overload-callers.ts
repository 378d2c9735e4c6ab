/**
 * Callers who give up after a second and ask again, in a process of their own that can be ended with all of them
 * at once: `overload-callers.ts BASE CALLERS SECONDS`. Sends the result by a message.
 */
import { addressAt } from './attack.ts';
import { loadMix, mixedLoad } from './mixed-load.ts';

const PATIENCE_S = 1;

const [base, connections, seconds] = process.argv.slice(2);
const target = addressAt(base);
const mix = await mixedLoad(target);
const callers = { connections: Number(connections), patienceS: PATIENCE_S };
process.send?.(await loadMix(target, mix, { ...callers, seconds: Number(seconds) }));
