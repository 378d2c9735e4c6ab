/** Calls that change nothing on their way into the audit log: gathered, so that a read does not wait for the disk. */
import type { Logger } from 'pino';
import { type AuditedCall, type AuditedCalls, foldedBy, recordReads } from './audit.ts';
import type { Store } from './store.ts';

const GATHERED_MS = 5_000;
/** Entries in a transaction. */
const ROWS = 100;

export interface ReadLog {
  /** Notes a call of an organisation; it is on disk within seconds. */
  note(org: string, call: AuditedCall): void;
  /** Writes what is noted. It never throws: what could not be written is tried again with what comes next. */
  flush(): Promise<void>;
}

export function createReadLog(store: Store, log: Logger): ReadLog {
  const gathered = new Map<string, Map<string, AuditedCalls>>();
  let timer: NodeJS.Timeout | undefined;

  function add(org: string, read: AuditedCalls): void {
    const own = gathered.get(org) ?? new Map<string, AuditedCalls>();
    gathered.set(org, own);
    const id = foldedBy(read);
    const before = own.get(id);
    if (before) Object.assign(before, { calls: before.calls + read.calls, at: read.at });
    else own.set(id, read);
  }

  async function write(org: string, reads: readonly AuditedCalls[]): Promise<void> {
    try {
      await store.change(org, (change) => recordReads(change, reads));
    } catch (error) {
      for (const read of reads) add(org, read);
      const { name, code } = error as Error & { code?: string };
      log.error({ org, name, code }, 'Reads are not in the audit log yet.');
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...gathered].map(([org, own]) => [org, [...own.values()]] as const);
    gathered.clear();
    for (const [org, reads] of taken) {
      for (let i = 0; i < reads.length; i += ROWS) await write(org, reads.slice(i, i + ROWS));
    }
  }

  return {
    note(org, call) {
      add(org, { ...call, calls: 1, firstAt: call.at });
      timer ??= setTimeout(flush, GATHERED_MS).unref();
    },
    flush,
  };
}
