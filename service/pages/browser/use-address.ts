import { useEffect, useRef, useState } from 'preact/hooks';
import type { Language } from '../words.ts';
import type { Change, ExplorerState } from './state.ts';
import { readState, writeState } from './url-state.ts';

/** Changes nearer to each other than this are one step of the way back. */
const ONE_STEP_MS = 1000;
/** Browsers slow down pages that write their address at every movement. */
const WRITE_MS = 150;

/**
 * The page's state, which its address holds: dragging writes over one entry of the history, what is set makes
 * a new one, Back and Forward set the state. The header's links to other languages keep it.
 */
export function useAddress(lang: Language): [ExplorerState, Change] {
  const [state, setState] = useState(() => readState(location.search, lang));
  const latest = useRef(state);
  const step = useRef({ isOpen: false, at: Number.NEGATIVE_INFINITY, timer: 0 });
  const change: Change = (part, movement = 'set') => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
    const { isOpen, at, timer } = step.current;
    const now = performance.now();
    clearTimeout(timer);
    if (!isOpen && now - at > ONE_STEP_MS) history.pushState(null, '', addressOf(latest.current));
    step.current = {
      isOpen: movement === 'moving',
      at: now,
      timer: setTimeout(
        () => history.replaceState(null, '', addressOf(latest.current)),
        WRITE_MS,
      ) as unknown as number,
    };
  };
  useEffect(() => {
    const goBack = () => {
      clearTimeout(step.current.timer);
      step.current = { isOpen: false, at: Number.NEGATIVE_INFINITY, timer: 0 };
      latest.current = readState(location.search, lang);
      setState(latest.current);
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, [lang]);
  useEffect(() => keepInLanguages(state), [state]);
  return [state, change];
}

function addressOf(state: ExplorerState): string {
  return `?${writeState(state)}`;
}

function keepInLanguages(state: ExplorerState): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site a[hreflang]')) {
    const lang = link.hreflang === 'en' ? 'en' : 'sv';
    link.href = addressOf({ ...state, lang });
  }
}
