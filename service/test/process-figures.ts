/** Figures of a process as the Linux kernel keeps them. */
import { readdirSync, readFileSync } from 'node:fs';

const MB = 2 ** 20;
const MS_PER_NS = 1e-6;

/** Resident set now (VmRSS) or at its peak (VmHWM), MB. */
export function residentMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`${which}:\\s+(\\d+) kB`).exec(status) ?? [];
  return (Number(kilobytes ?? 0) * 1024) / MB;
}

/** Processor time that the threads of a process have had, ms. */
export function processorMs(pid: number): number {
  let ms = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) ms += threadMs(pid, thread);
  return ms;
}

function threadMs(pid: number, thread: string): number {
  const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(ns) * MS_PER_NS;
}
