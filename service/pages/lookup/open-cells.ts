/** A cells.bin opened: its head, and its blocks as they are needed. */
import { type CellsHead, decodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { hexOf } from '../../../schemas/codec/digest.ts';
import { SunError } from '../sdk/client.ts';
import { type Blocks, blocksOf } from './blocks.ts';
import { type Carrier, carrierOf } from './carriers.ts';
import { HEAD_BYTES } from './head-bytes.ts';
import { type KeptFiles, keptFiles } from './kept-files.ts';
import type { CellsSource, OpenOptions } from './lookup-contract.ts';

/**
 * Reads and checks a dataset's head.
 * @throws SunError as `open`
 */
export async function openCells(
  source: CellsSource,
  { headBytes = HEAD_BYTES, fetch, digest }: OpenOptions,
): Promise<{ head: CellsHead; blocks: Blocks }> {
  const carrier = carrierOf(source, headBytes, fetch);
  const isWeb = typeof source === 'string' || source instanceof URL;
  const kept = isWeb ? await keptFiles(carrier.name) : null;
  const head = await headOf(carrier, digest, kept);
  return { head, blocks: blocksOf(head, carrier, kept) };
}

/** The head, from what is kept where its digest is known. */
async function headOf(
  carrier: Carrier,
  digest: string | undefined,
  kept: KeptFiles | null,
): Promise<CellsHead> {
  const known = digest && (await kept?.get(digest));
  if (known) return decoded(known, carrier, digest);
  const bytes = await carrier.head();
  const read = async (bytes: Uint8Array) => ({
    bytes,
    head: await decoded(bytes, carrier, digest),
  });
  const { head, bytes: own } = await read(bytes).catch(async () =>
    read(await carrier.head('reload')),
  );
  await kept?.keepOnly(new Set(head.blocks.flatMap((entry) => (entry ? hexOf(entry.digest) : []))));
  await kept?.put(head.digest, own);
  return head;
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
