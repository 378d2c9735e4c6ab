import { useEffect, useRef, useState } from 'preact/hooks';
import type { Language } from '../../messages/messages.ts';
import type { Change, ExplorerState } from '../state.ts';
import { namesState, readState, writeState } from '../url-state.ts';

/** Changes closer in time than this are one step of the way back. */
const ONE_STEP_MS = 1000;
/** Browsers slow down pages that write their address at every movement. */
const WRITE_MS = 150;

/** A step of the way back: whether it goes on, when it last changed, and what will write the address. */
interface Step {
  isOpen: boolean;
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const NO_STEP: Step = { isOpen: false, at: Number.NEGATIVE_INFINITY, timer: undefined };

/**
 * Holds the page's state in its address: dragging writes over one entry of the history, a choice makes
 * a new one, Back and Forward set the state. The header's links to other languages keep it.
 */
export function useAddress(lang: Language): [ExplorerState, Change] {
  const [state, setState] = useState(() => readState(location.search, lang));
  const latest = useRef(state);
  const step = useRef(NO_STEP);
  const change: Change = (part, gesture = 'set') => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
    const { isOpen, at, timer } = step.current;
    const now = performance.now();
    clearTimeout(timer);
    if (!isOpen && now - at > ONE_STEP_MS)
      history.pushState(null, '', writeAddress(latest.current));
    step.current = {
      isOpen: gesture === 'moving',
      at: now,
      timer: setTimeout(
        () => history.replaceState(null, '', writeAddress(latest.current)),
        WRITE_MS,
      ),
    };
  };
  useEffect(() => {
    const goBack = () => {
      clearTimeout(step.current.timer);
      step.current = NO_STEP;
      latest.current = readState(location.search, lang);
      setState(latest.current);
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, [lang]);
  // A link may ask for what the page does not take. The page has shown a notice, and the address says what is used.
  useEffect(() => {
    if (namesState(location.search)) history.replaceState(null, '', writeAddress(latest.current));
  }, []);
  useEffect(() => keepInLanguages(state), [state]);
  return [state, change];
}

function writeAddress(state: ExplorerState): string {
  return `?${writeState(state)}`;
}

function keepInLanguages(state: ExplorerState): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site a[hreflang]')) {
    const lang = link.hreflang === 'en' ? 'en' : 'sv';
    // A file server has a folder for each language.
    link.href = new URL(link.href).pathname + writeAddress({ ...state, lang });
  }
}
