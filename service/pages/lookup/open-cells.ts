/** A cells.bin opened: its head, and its blocks as they are needed. */
import { type CellsHead, decodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { SunError } from '../sdk/client.ts';
import { type Blocks, blocksOf } from './blocks.ts';
import { type Carrier, carrierOf } from './carriers.ts';
import { endedBy } from './ended-by.ts';
import { firstOf } from './first-of.ts';
import { HEAD_BYTES } from './head-bytes.ts';
import { type KeptFiles, keptFiles } from './kept-files.ts';
import type { CellsSource, OpenOptions } from './lookup-contract.ts';

/** A head, and what its browser keeps of its dataset. */
interface Opened {
  head: CellsHead;
  kept: KeptFiles | null;
}

/**
 * Reads and checks a dataset's head.
 * @throws SunError as `open`
 */
export async function openCells(
  source: CellsSource,
  { headBytes = HEAD_BYTES, fetch, digest, signal }: OpenOptions,
): Promise<{ head: CellsHead; blocks: Blocks }> {
  const carrier = carrierOf(source, headBytes, fetch);
  const isWeb = typeof source === 'string' || source instanceof URL;
  const keptOf = async (name: string) => (isWeb ? keptFiles(carrier.name, name) : null);
  const wanted = digest?.toLowerCase();
  const opened = async () =>
    (await keptHead(carrier, wanted, keptOf)) ?? (await readHead(carrier, wanted, keptOf, signal));
  const { head, kept } = await endedBy(signal, opened());
  return { head, blocks: blocksOf(head, carrier, kept) };
}

type KeptOf = (digest: string) => Promise<KeptFiles | null>;

/** The head that is kept, where its digest is known; null when there is none, or a damaged one. */
async function keptHead(
  carrier: Carrier,
  digest: string | undefined,
  keptOf: KeptOf,
): Promise<Opened | null> {
  const kept = digest ? await keptOf(digest) : null;
  const bytes = digest && (await kept?.get(digest));
  if (!bytes) return null;
  return decoded(bytes, carrier, digest).then(
    (head) => ({ head, kept }),
    () => null,
  );
}

async function readHead(
  carrier: Carrier,
  digest: string | undefined,
  keptOf: KeptOf,
  signal: AbortSignal | undefined,
): Promise<Opened> {
  const ways = carrier.heads(signal).map((read) => async () => {
    const bytes = await read();
    return { bytes, head: await decoded(bytes, carrier, digest) };
  });
  const { head, bytes } = await firstOf(ways);
  const kept = await keptOf(head.digest);
  await kept?.put(head.digest, bytes);
  return { head, kept };
}

/** @throws SunError when the head is damaged, or not the one of the digest */
async function decoded(
  bytes: Uint8Array,
  { name }: Carrier,
  digest: string | undefined,
): Promise<CellsHead> {
  const head = await decodeCellsHead(bytes, name).catch((cause: Error) => {
    throw new SunError(cause.message, { code: 'damaged', status: 0 }, { cause });
  });
  if (digest === undefined || head.digest === digest) return head;
  const message = `${name} is another dataset: its digest is ${head.digest}, expected ${digest}.`;
  throw new SunError(message, { code: 'another_dataset', status: 0 });
}
