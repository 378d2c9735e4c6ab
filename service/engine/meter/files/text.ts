/** More zero bytes than this part of a file's beginning are the empty halves of UTF-16. */
const UTF_16_ZEROS = 0.2;
const SAMPLE_BYTES = 4000;

/** Decodes a file: UTF-8 or UTF-16, with or without a byte order mark, or else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]++;
  if (Math.max(zeros[0], zeros[1]) < UTF_16_ZEROS * sample.length) return null;
  return zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be';
}
