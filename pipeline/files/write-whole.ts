import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { durableRename } from './durable-rename.ts';

/** A file being written under a temporary name: whoever reads meets the old one or the whole new one. */
export interface WholeFile {
  /**
   * Writes all bytes at a position and gives the position behind them.
   * @throws Error naming the file, as on a full disk
   */
  write(bytes: Uint8Array, position: number): number;
  /** Makes it durable and gives it its name. */
  finish(): void;
  /** Gives up and removes what was written. */
  abandon(): void;
}

/** Begins a file. Its own name shows it when it is finished. */
export function beginWhole(path: string): WholeFile {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  return {
    write(bytes, position) {
      try {
        return writeAll(file, bytes, position);
      } catch (cause) {
        throw new Error(`${path}: ${(cause as Error).message}`, { cause });
      }
    },
    finish() {
      closeSync(file);
      durableRename(temporary, path);
    },
    abandon() {
      closeSync(file);
      rmSync(temporary, { force: true });
    },
  };
}

/** Writes a file that is never half there. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = beginWhole(path);
  try {
    file.write(bytes, 0);
  } catch (error) {
    file.abandon();
    throw error;
  }
  file.finish();
}

/** Writes a value as readable JSON, whole. */
export function writeJsonWhole(path: string, value: object): void {
  writeFileWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}

function writeAll(file: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
  return position + done;
}
