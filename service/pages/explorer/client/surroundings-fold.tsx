import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../use-page.ts';
import { Later } from './later.tsx';

/**
 * The fold of horizon, shade and snow: open where one of them counts, loaded when it is opened.
 * @param children what comes before them
 */
export function SurroundingsFold({ children }: { children: ComponentChildren }) {
  const { state, words } = usePage();
  const { horizonDeg, shadingPct, snowPct } = state;
  const isSet = Boolean(horizonDeg || shadingPct || snowPct);
  const [wasOpened, setOpened] = useState(isSet);
  return (
    <details class="surroundings" open={isSet} onToggle={() => setOpened(true)}>
      <summary>{words.surroundings}</summary>
      {children}
      {wasOpened && <Later name="Surroundings" props={{}} />}
    </details>
  );
}
