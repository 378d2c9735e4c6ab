import { useEffect, useRef, useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import type { PartProps } from '../state.ts';
import { useScript } from './use-script.ts';

type Script = typeof import('./surroundings/surroundings.tsx');

interface FoldProps extends PartProps<Words['explorer']> {
  /** The script of what is in it. */
  url: string;
}

/** The fold of horizon, shade and snow: open where one of them counts, filled by a script of its own. */
export function SurroundingsFold({ url, ...part }: FoldProps) {
  const { horizonDeg, shadingPct, snowPct } = part.state;
  const isSet = Boolean(horizonDeg || shadingPct || snowPct);
  const [wasOpened, setOpened] = useState(isSet);
  const script = useScript<Script>(url, wasOpened);
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (room.current && script && script !== 'failed') script.drawSurroundings(room.current, part);
  });
  return (
    <details class="surroundings" open={isSet} onToggle={() => setOpened(true)}>
      <summary>{part.words.surroundings}</summary>
      {script === 'failed' && <p role="alert">{part.words.surroundingsFailed}</p>}
      <div ref={room} aria-busy={wasOpened && !script} />
    </details>
  );
}
