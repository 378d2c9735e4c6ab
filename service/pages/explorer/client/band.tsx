import { useRef } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import { Former } from './money.tsx';
import { describeBand } from './system.ts';
import type { FiguresView } from './use-figures.ts';
import type { RangeView } from './use-range.ts';

interface BandProps {
  words: Words['earnings'];
  view: FiguresView;
  range: RangeView;
}

/** Says between what eight years of ten save; until a changed house has its own, the former's is grey. */
export function Band({ words, view: { figures, isFormer }, range }: BandProps) {
  const { system, years, isUnknown } = range;
  const drawn = useRef<{ sentences: string[]; at: string } | null>(null);
  const state = figures?.state;
  const at = `${state?.lat} ${state?.lng}`;
  if (state && system && years) {
    const hasCost = state.panelSekPerKwp > 0;
    drawn.current = { sentences: describeBand(state, system, years, hasCost, words), at };
  }
  const sentences = !isUnknown && drawn.current?.at === at ? drawn.current.sentences : null;
  return (
    <div class="band" aria-live="polite">
      {sentences && (
        <Former isFormer={isFormer || !years} words={words}>
          {/* A paragraph each: together they are larger than the verdict, and paint late. */}
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Former>
      )}
    </div>
  );
}
