/** Notes on deals. */
import { type Call, jsonOf, type Reply } from '../fake-server.ts';
import { type Account, refuse } from './account.ts';
import { associatedBy, created, lacksAssociations, type Sent } from './records.ts';

/** HubSpot's own number for the association of a note with a deal. */
const NOTE_TO_DEAL = 214;
const MOST_OF_BATCH = 100;
const TEXT = 65_536;

export function createNote(fake: Account, call: Call): Reply {
  const { properties = {}, associations } = jsonOf(call) as Sent;
  if (lacksAssociations(fake, associations)) return refuse('associationsRequired');
  const { hs_timestamp: at, hs_note_body: text = '' } = properties;
  if (!at || text.length > TEXT) return refuse('noteFields');
  const deals = associatedBy(associations, NOTE_TO_DEAL, fake.deals);
  if (!deals) return refuse('noteType');
  const reply = created(fake, 'notes', properties);
  for (const deal of deals) {
    fake.notesOf.set(deal, new Set([...(fake.notesOf.get(deal) ?? []), reply.body.id]));
  }
  return reply;
}

export function readNotes({ notes }: Account, call: Call): Reply {
  const { inputs } = jsonOf(call) as { inputs: { id: string }[] };
  if (inputs.length > MOST_OF_BATCH) return refuse('batch');
  const results = inputs.flatMap(({ id }) => notes.get(id) ?? []);
  return { status: 200, body: { status: 'COMPLETE', results } };
}
