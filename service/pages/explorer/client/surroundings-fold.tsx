import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import type { PartProps } from '../state.ts';
import { Later } from './later.tsx';

interface FoldProps extends PartProps<Words['explorer']> {
  /** What comes before them. */
  children: ComponentChildren;
}

/** The fold of horizon, shade and snow: open where one of them counts, loaded when it is opened. */
export function SurroundingsFold({ children, ...part }: FoldProps) {
  const { horizonDeg, shadingPct, snowPct } = part.state;
  const isSet = Boolean(horizonDeg || shadingPct || snowPct);
  const [wasOpened, setOpened] = useState(isSet);
  return (
    <details class="surroundings" open={isSet} onToggle={() => setOpened(true)}>
      <summary>{part.words.surroundings}</summary>
      {children}
      {wasOpened && <Later name="Surroundings" props={part} failed={part.words.partFailed} />}
    </details>
  );
}
