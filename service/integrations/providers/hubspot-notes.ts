/** Notes on HubSpot's deals. */
import type { DealNote } from '../ports.ts';
import { listAt, memberAt, textAt } from './answer-fields.ts';
import type { AccountCall } from './provider-http.ts';

/** HubSpot's own number for the association of a note with a deal. */
const NOTE_TO_DEAL = 214;
/** Records of a batch: the most that HubSpot reads at once. */
const BATCH = 100;

/** The calls of an account. */
interface Calls {
  call: AccountCall;
  version: string;
}

/** A note has no key: one that is there is found by its deal, whose notes are there at once, and by its address. */
export async function putNote(
  calls: Calls,
  dealId: string,
  { text, url }: DealNote,
  nowMs: number,
): Promise<string> {
  const found = await findNote(calls, dealId, url);
  if (found !== null) return found;
  const address = escapeHtml(url);
  const body = `${escapeHtml(text)}: <a href="${address}">${address}</a>`;
  const { json } = await calls.call({
    what: 'create a note',
    method: 'POST',
    path: `/crm/objects/${calls.version}/notes`,
    body: {
      properties: { hs_timestamp: new Date(nowMs).toISOString(), hs_note_body: body },
      associations: associationsWith(dealId, NOTE_TO_DEAL),
    },
  });
  return textAt(json, 'id');
}

async function findNote(
  { call, version }: Calls,
  dealId: string,
  url: string,
): Promise<string | null> {
  const path = `/crm/objects/${version}/deals/${dealId}?associations=notes`;
  const { json } = await call({ what: 'find the notes of a deal', method: 'GET', path });
  const notes = memberAt(json, 'associations', 'notes') === undefined ? [] : notesIn(json);
  for (let from = 0; from < notes.length; from += BATCH) {
    const inputs = notes.slice(from, from + BATCH).map((id) => ({ id }));
    const { json: read } = await call({
      what: 'read notes',
      method: 'POST',
      path: `/crm/objects/${version}/notes/batch/read`,
      body: { inputs, properties: ['hs_note_body'] },
    });
    const has = (note: unknown) =>
      String(memberAt(note, 'properties', 'hs_note_body')).includes(url);
    const match = listAt(read, 'results').find(has);
    if (match !== undefined) return textAt(match, 'id');
  }
  return null;
}

function notesIn(deal: unknown): string[] {
  const ids = listAt(deal, 'associations', 'notes', 'results').map((one) => textAt(one, 'id'));
  return [...new Set(ids)];
}

/** The associations of something new; the specification requires the member, also without any. */
export function associationsWith(id: string | null, associationTypeId: number) {
  if (id === null) return [];
  return [{ to: { id }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }] }];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
