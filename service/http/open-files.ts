import { readFileSync } from 'node:fs';

/** What the process needs beside its connections: files while it starts, threads, the log. */
const OWN_FILES = 200;
/** Beyond it memory is the limit. */
const ENOUGH = 10_000;

/** How many connections leave the process the file descriptors that it needs itself. */
export function affordableConnections(openFiles = openFilesLimit()): number {
  return Math.min(ENOUGH, Math.max(openFiles - OWN_FILES, openFiles >> 2));
}

/** How many files the process may have open (`ulimit -n`); 1024 where the system does not tell. */
function openFilesLimit(): number {
  try {
    const [, files] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(files ?? 1024);
  } catch {
    return 1024;
  }
}
