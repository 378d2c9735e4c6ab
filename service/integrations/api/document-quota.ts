import { IntegrationsError } from '../errors.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { documentBytes, unsentVersions } from '../store/document-versions.ts';
import type { Change } from '../store/store.ts';

/** Versions of a document that is not sent out. */
const MOST_UNSENT = 3;
const BYTES_PER_MB = 1_000_000;
const ADVICE = 'Erase one that was not sent: DELETE /offers/{id}/documents/{document}.';

/**
 * Rejects a new version of a draft's document that the draft, or its organisation, has no room for.
 * @throws IntegrationsError quota_exceeded
 */
export async function refuseOverQuota(
  change: Change,
  { documentMb }: Organisation,
  offerId: string,
  bytes: number,
): Promise<void> {
  const unsent = await unsentVersions(change, offerId);
  if (unsent.length >= MOST_UNSENT) {
    const message = `The draft has ${unsent.length} versions of its document, its quota is ${MOST_UNSENT}. ${ADVICE}`;
    throw new IntegrationsError('quota_exceeded', message);
  }
  const mb = ((await documentBytes(change)) + bytes) / BYTES_PER_MB;
  if (mb <= documentMb) return;
  const message = `The organisation's documents would come to ${mb.toFixed(1)} MB, its quota is ${documentMb} MB. ${ADVICE}`;
  throw new IntegrationsError('quota_exceeded', message);
}
