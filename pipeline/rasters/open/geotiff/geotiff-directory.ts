import { type FileHandle, open } from 'node:fs/promises';

/** Bytes of a value by its type (TIFF 6.0, section 2; BigTIFF adds 13 and 16 to 18). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
/** An image, its overviews and their masks are some tens. */
const MOST_PAGES = 1000;

interface Layout {
  /** Bytes of a count of entries, an entry, an offset, and values that stand in their entry. */
  countBytes: number;
  entryBytes: number;
  offsetBytes: number;
  isLittle: boolean;
}

/**
 * Throws on a directory that no writer makes and that geotiff.js follows all the same: tags of more
 * values than the file has bytes, which it allocates, also where the file ends among the tags, and pages
 * that lead back to themselves, which it counts for ever. What is no TIFF is left to geotiff.js.
 */
export async function refuseEndless(path: string, name: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = await bytesAt(file, 0, 16);
    const layout = layoutOf(start);
    if (layout) await walkPages(file, size, start, layout, name);
  } finally {
    await file.close();
  }
}

function layoutOf(start: DataView): Layout | undefined {
  if (start.byteLength < 16) return undefined;
  const order = start.getUint16(0);
  const isLittle = order === 0x4949;
  if (!isLittle && order !== 0x4d4d) return undefined;
  const version = start.getUint16(2, isLittle);
  if (version === 42) return { countBytes: 2, entryBytes: 12, offsetBytes: 4, isLittle };
  if (version === 43) return { countBytes: 8, entryBytes: 20, offsetBytes: 8, isLittle };
  return undefined;
}

async function walkPages(
  file: FileHandle,
  size: number,
  start: DataView,
  layout: Layout,
  name: string,
): Promise<void> {
  const { countBytes, entryBytes, offsetBytes } = layout;
  const seen = new Set<number>();
  let valueBytes = 0;
  let at = numberAt(start, layout.offsetBytes, layout);
  while (at > 0 && at < size) {
    if (seen.has(at) || seen.size === MOST_PAGES) {
      throw new Error(`${name}: its pages lead back to byte ${at} or have no end; fetch it again.`);
    }
    seen.add(at);
    const count = numberAt(await bytesAt(file, at, countBytes), 0, layout, countBytes);
    if (count * entryBytes > size) throw tooMuch(name, 'a page', count);
    const entries = await bytesAt(file, at + countBytes, count * entryBytes + offsetBytes);
    if (entries.byteLength < count * entryBytes) {
      throw new Error(`${name}: the file ends among the ${count} tags of a page; fetch it again.`);
    }
    for (let i = 0; i < count; i++) {
      const entry = i * entryBytes;
      const values = numberAt(entries, entry + 4, layout);
      const bytes = values * (TYPE_BYTES[entries.getUint16(entry + 2, layout.isLittle)] ?? 8);
      if (bytes > offsetBytes) valueBytes += bytes;
      const tag = entries.getUint16(entry, layout.isLittle);
      if (valueBytes > size) throw tooMuch(name, `tag ${tag}`, values);
    }
    at = numberAt(entries, count * entryBytes, layout);
  }
}

function tooMuch(name: string, what: string, values: number): Error {
  return new Error(
    `${name}: ${what} has ${values} values, more than the file holds; fetch it again.`,
  );
}

/** Bytes of a file from an offset on, fewer at its end. */
async function bytesAt(file: FileHandle, offset: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return new DataView(bytes.buffer, 0, bytesRead);
}

function numberAt(
  view: DataView,
  at: number,
  { offsetBytes, isLittle }: Layout,
  bytes = offsetBytes,
): number {
  if (view.byteLength < at + bytes) return 0;
  if (bytes === 2) return view.getUint16(at, isLittle);
  return bytes === 4 ? view.getUint32(at, isLittle) : Number(view.getBigUint64(at, isLittle));
}
