/** A file of what a proof has made and not removed yet: whoever kills it learns from the next one what remains. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** A thing in an account, by the port through which it was made. */
export interface Entry {
  port: 'crm' | 'accounting' | 'signature';
  kind: string;
  /** By which it is found where its id is unknown. */
  key: string;
  /** Null while it is being made: it may be there, or not. */
  id: string | null;
}

export interface Journal {
  entries(): readonly Entry[];
  /** Adds an entry, or replaces the one of its kind and key. */
  put(entry: Entry): void;
  drop(entry: Pick<Entry, 'kind' | 'key'>): void;
}

/** @throws Error when the file cannot be written, before anything is made */
export function openJournal(path: string): Journal {
  let entries: Entry[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const isOther = (entry: Pick<Entry, 'kind' | 'key'>) => (one: Entry) =>
    one.kind !== entry.kind || one.key !== entry.key;

  function write(changed: Entry[]): void {
    entries = changed;
    if (entries.length === 0) rmSync(path, { force: true });
    else replaceFile(path, JSON.stringify(entries, null, 2));
  }

  return {
    entries: () => entries,
    put: (entry) => write([...entries.filter(isOther(entry)), entry]),
    drop: (entry) => write(entries.filter(isOther(entry))),
  };
}

function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** A sentence on each thing that may still be there. */
export function remainingLines(entries: readonly Entry[]): string[] {
  return entries.map(({ port, kind, key, id }) =>
    id === null
      ? `${port}: perhaps the ${kind} that was being made (${key})`
      : `${port}: the ${kind} ${id} (${key})`,
  );
}
