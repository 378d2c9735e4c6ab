import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { MeterNote } from './meter-file.ts';

interface MeterNotesProps {
  notes: readonly MeterNote[];
  words: Words['earnings'];
  lang: ExplorerState['lang'];
}

/** Lists the changes made to a file. */
export function MeterNotes({ notes, words, lang }: MeterNotesProps) {
  return (
    <ul class="small">
      {notes.map(({ note, count }) => (
        <li key={note}>{fill(words[`note_${note}`], { count: formatNumber(count, lang) })}</li>
      ))}
    </ul>
  );
}
