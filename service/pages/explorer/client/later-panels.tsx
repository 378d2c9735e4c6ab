import { useEffect, useRef } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import type { Local } from '../worker/local-client.ts';
import { computePaybacks } from './money.tsx';
import { findSoonest } from './payback.ts';
import type { FiguresView } from './use-figures.ts';
import { useScript } from './use-script.ts';

type Script = typeof import('./later.tsx');

interface LaterPanelsProps {
  words: Words['earnings'];
  view: FiguresView;
  local: Local;
  /** The script of what is in it. */
  url: string;
}

/** The typical day, drawn by a script of its own. */
export function LaterPanels({ view: { figures, isFormer }, url, ...part }: LaterPanelsProps) {
  const element = useRef<HTMLDivElement>(null);
  const script = useScript<Script>(url, figures !== null);
  useEffect(() => {
    if (!element.current || !script || script === 'failed' || !figures) return;
    const usualKwh =
      figures.state.batteryKwh ??
      findSoonest(computePaybacks(figures).batteries)?.cell.sizeKwh ??
      0;
    script.drawLater(element.current, { ...part, figures, isFormer, usualKwh });
  });
  return <div ref={element} />;
}
