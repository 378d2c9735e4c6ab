import type { Serializable } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** Sends a message to a process; one that is gone does not get it, and is no fault of the primary's. */
export function tell(worker: Worker, message: Serializable): void {
  worker.process.send(message, () => {});
}
