import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import { useModule } from '../../ui/use-module.ts';
import type { PartProps } from '../state.ts';

interface FoldProps extends PartProps<Words['explorer']> {
  /** What comes before them. */
  children: ComponentChildren;
}

/** The fold of horizon, shade and snow: open where one of them counts, loaded when it is opened. */
export function SurroundingsFold({ children, ...part }: FoldProps) {
  const { horizonDeg, shadingPct, snowPct } = part.state;
  const isSet = Boolean(horizonDeg || shadingPct || snowPct);
  const [wasOpened, setOpened] = useState(isSet);
  const loaded = useModule(() => import('./later.ts'), wasOpened);
  return (
    <details class="surroundings" open={isSet} onToggle={() => setOpened(true)}>
      <summary>{part.words.surroundings}</summary>
      {children}
      {loaded === 'failed' && <p role="alert">{part.words.surroundingsFailed}</p>}
      <div aria-busy={wasOpened && !loaded}>
        {loaded && loaded !== 'failed' && <loaded.Surroundings {...part} />}
      </div>
    </details>
  );
}
