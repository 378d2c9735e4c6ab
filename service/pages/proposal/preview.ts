import type { SignedState } from '../../../schemas/types.ts';
import { houseOf } from '../explorer/answer/house-picture.tsx';
import { judge } from '../explorer/answer/verdict.ts';
import { DEFAULT_STATE } from '../explorer/state.ts';
import { fill, formatHundreds, formatYears } from '../messages/format.ts';
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Preview } from '../preview/draw-preview.ts';
import { knownPlace } from '../ui/places.ts';
import type { Proposal } from './proposal-text.ts';

/** Writes what the picture of a proposal's link says. @param from name of the installer */
export function writePreview(
  { lat, faces, place }: SignedState,
  { proposed }: Pick<Proposal['figures'], 'proposed'>,
  from: string,
  lang: Language,
): Preview {
  const { proposal, earnings, explorer } = wordsOf(lang);
  const { lifeYears } = DEFAULT_STATE;
  const { paybackYears: years, savingSek } = proposed;
  const [tone, word] = judge(proposed, { lifeYears }, earnings);
  const paid = years === null ? earnings.optionNever : earnings.optionPaid;
  const values = { years: formatYears(years ?? 0, lang, 'sentence'), life: lifeYears };
  return {
    place: knownPlace(place) || proposal.title,
    from,
    word,
    tone,
    lines: [
      fill(paid, values),
      fill(earnings.optionSaves, { sek: formatHundreds(savingSek, lang) }),
    ],
    house: houseOf({ lat, faces, lang }, explorer),
  };
}
