import type { PriceFile } from './price-files.ts';

/** Parsers quote what they could not read, all of it. */
const MOST_SHOWN = 500;

/** Runs a step of reading; its error gets the file's label in front. */
export function namingFile<T>(file: PriceFile, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file.label}: ${message.slice(0, MOST_SHOWN)}`, { cause });
  }
}
