import { useRef } from 'preact/hooks';
import type { Words } from '../../shared/words.ts';
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
  const drawn = useRef<{ text: string; at: string } | null>(null);
  const state = figures?.state;
  const at = `${state?.lat} ${state?.lng}`;
  if (state && system && years) {
    const hasCost = state.panelSekPerKwp > 0;
    drawn.current = { text: describeBand(state, system, years, hasCost, words), at };
  }
  const text = !isUnknown && drawn.current?.at === at ? drawn.current.text : null;
  return (
    <div class="band" aria-live="polite">
      {text && (
        <Former isFormer={isFormer || !years} words={words}>
          <p>{text}</p>
        </Former>
      )}
    </div>
  );
}
