/** `make history`: lists what was made current in the store of ARTIFACTS_URL, the newest first; fails when nodes would not take the last, or an unknown key signed one. */
import { objectStore } from '#common/object-store.ts';
import { readConfig } from '../config.ts';
import { cacheTagOf } from './cache-tag.ts';
import { findHead } from './later-entry.ts';
import { isBelieved, isSigned, type LedgerEntry, readLedger } from './ledger.ts';
import { findPointer } from './put-build.ts';

try {
  const { artifactsUrl, ledgerPublicKeys } = readConfig(process.env);
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says of which store, and is not set.');
  const store = objectStore(artifactsUrl, process.env);
  const pointer = await findPointer(store);
  if (!pointer) throw new Error(`${artifactsUrl} has no current.json: "make publish" puts one.`);
  if (!isBelieved(pointer.current, ledgerPublicKeys)) {
    process.exitCode = 1;
    console.error('Nodes with these LEDGER_PUBLIC_KEYS do not take the last entry.');
  }
  await findHead(store, ledgerPublicKeys).catch(({ message }: Error) => {
    process.exitCode = 1;
    console.error(message);
  });
  for await (const { entry } of readLedger(store, pointer, console.log))
    console.log(describe(entry));

  function describe(entry: LedgerEntry['entry']): string {
    const { sequence = 0, published_at = '', published_by = '', dataset, digests } = entry;
    const tag = cacheTagOf(digests['manifest.json']);
    return [sequence, published_at, dataset, tag, published_by, signatureOf(entry)].join('  ');
  }

  function signatureOf(entry: LedgerEntry['entry']): string {
    if (!entry.signature) return 'not signed';
    if (ledgerPublicKeys.length === 0) return 'signed, not checked: LEDGER_PUBLIC_KEYS is not set';
    if (isSigned(entry, ledgerPublicKeys)) return 'signed';
    process.exitCode = 1;
    return 'SIGNED BY AN UNKNOWN KEY';
  }
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
