import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { checkRoom } from '../../files/disk-room.ts';
import { scratchFolder } from '../../files/staging.ts';

/** A temporary file that only this process sees. */
export interface Spool {
  /** Its descriptor, which all threads share. */
  fd: number;
  /** @throws Error when its disk has no room for so many bytes */
  checkRoom(bytes: number): void;
  /** Fills the bytes from a place on. */
  read(bytes: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file without a name: it goes with the process, however that ends. */
export async function openSpool(): Promise<Spool> {
  const { path: folder, remove } = scratchFolder();
  const path = join(folder, 'spool');
  const file = await open(path, 'w+').finally(remove);
  return {
    fd: file.fd,
    checkRoom: (bytes) => checkRoom(folder, bytes),
    read: async (bytes, position) => {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      if (bytesRead < bytes.length) throw new Error(`${path}: ends before its numbers do.`);
    },
    close: () => file.close(),
  };
}
