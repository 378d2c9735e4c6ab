import { createHash } from 'node:crypto';

/**
 * Makes the digests of an artifact's sections and head right again, in place (artifact-format.md, sections 2
 * and 3), as far as the bytes reach.
 * @param sections their number before anything was changed
 * @param headBytes where the first section began
 */
export function rightDigests(file: Buffer, sections: number, headBytes: number): Buffer {
  if (file.length < headBytes) return file;
  for (let i = 0; i < sections; i++) {
    const at = 64 + 88 * i;
    const start = Number(file.readBigUInt64LE(at + 40));
    const section = file.subarray(start, start + Number(file.readBigUInt64LE(at + 48)));
    sha256(section).copy(file, at + 56);
  }
  sha256(file.subarray(0, 32), file.subarray(64, headBytes)).copy(file, 32);
  return file;
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
