import { useEffect, useRef, useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import type { Local } from '../worker/local-client.ts';
import { computePaybacks } from './money.tsx';
import { findSoonest } from './payback.ts';
import type { FiguresView } from './use-figures.ts';
import { useScript } from './use-script.ts';

type Script = typeof import('./later.tsx');

/** After so long the figures have been checked, and the page is whole for whoever prints it. */
const QUIET_MS = 6000;
/** A reader who scrolls finds them drawn. */
const AHEAD = '600px';

interface LaterPanelsProps {
  words: Words['earnings'];
  view: FiguresView;
  local: Local;
  /** The script of what is in them. */
  url: string;
}

/** The panels further down, filled by a script of their own when they are near or the page is quiet. */
export function LaterPanels({ view: { figures, isFormer }, url, ...part }: LaterPanelsProps) {
  const room = useRef<HTMLDivElement>(null);
  const isNear = useNear(room, figures !== null);
  const script = useScript<Script>(url, isNear);
  useEffect(() => {
    if (!room.current || !script || script === 'failed' || !figures) return;
    const first = findSoonest(computePaybacks(figures).batteries);
    const usualKwh = first?.cell.sizeKwh ?? 0;
    script.drawLater(room.current, { ...part, figures, isFormer, usualKwh });
  });
  return <div class="columns earnings" ref={room} hidden={!figures} />;
}

/** Whether an element has been near to what is seen, or the page has been left alone. */
function useNear(element: { current: Element | null }, isThere: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!isThere || isNear || !element.current) return;
    const timer = setTimeout(() => setNear(true), QUIET_MS);
    const observer = new IntersectionObserver(
      ([{ isIntersecting }]) => isIntersecting && setNear(true),
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isThere, isNear]);
  return isNear;
}
