import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { Language } from '../../messages/messages.ts';
import type { Gesture } from '../../ui/number-field.tsx';
import { type ExplorerState, usualInverterKw, withMeterSums } from '../state.ts';
import { namesState, readState, writeState } from '../url-state.ts';
import type { Action, Settings } from '../use-page.ts';

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
 * Adds what follows from a change: the inverter that fits new faces, where the old ones had their usual, and that a
 * price level is no longer that of the last known prices.
 */
function withEffects(old: ExplorerState, part: Partial<ExplorerState>): Partial<ExplorerState> {
  const isOwn = old.inverterKw !== usualInverterKw(old.faces);
  const fits = part.faces && !isOwn ? { inverterKw: usualInverterKw(part.faces) } : {};
  return { ...fits, ...(part.priceLevelPct === undefined ? {} : { isLatest: false }), ...part };
}

/** A meter that is read takes the place of the sums of one that is not. */
const NO_SUMS = { meterBoughtKwh: null, meterSoldKwh: null };

/** Puts an action into the settings. The face that is shown stays one of the roof's. */
function reduce({ state: old, ...others }: Settings, { state, ...action }: Action): Settings {
  const next = {
    ...others,
    ...action,
    state: state ? { ...old, ...withEffects(old, state) } : old,
  };
  if (next.meter) next.state = { ...next.state, ...NO_SUMS };
  return { ...next, face: Math.min(next.face, next.state.faces.length - 1) };
}

/**
 * Holds the page's settings, and the state among them in its address: dragging writes over one entry of the history, a
 * choice makes a new one, Back and Forward set the state. The header's links to other languages keep it.
 */
export function useSettings(
  lang: Language,
): [Settings, (action: Action, gesture?: Gesture) => void] {
  const [settings, set] = useReducer(reduce, lang, () => ({
    state: readState(location.search, lang),
    face: 0,
    meter: null,
  }));
  const latest = useRef(settings);
  const step = useRef(NO_STEP);
  const dispatch = (action: Action, gesture: Gesture = 'set') => {
    set(action);
    latest.current = reduce(latest.current, action);
    if (!action.state && action.meter === undefined) return;
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
      const action = { state: readState(location.search, lang) };
      latest.current = reduce(latest.current, action);
      set(action);
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, [lang]);
  // A link may ask for what the page does not take. The page has shown a notice, and the address says what is used.
  useEffect(() => {
    if (namesState(location.search)) history.replaceState(null, '', writeAddress(latest.current));
  }, []);
  useEffect(() => keepInLanguages(settings), [settings]);
  return [settings, dispatch];
}

/** Writes the address of the settings. Of a meter's file it has only the sums. */
export function writeAddress({ state, meter }: Pick<Settings, 'state' | 'meter'>): string {
  return `?${writeState(withMeterSums(state, meter?.year ?? null))}`;
}

function keepInLanguages({ state, meter }: Settings): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site a[hreflang]')) {
    const lang = link.hreflang === 'en' ? 'en' : 'sv';
    // A file server has a folder for each language.
    link.href = new URL(link.href).pathname + writeAddress({ state: { ...state, lang }, meter });
  }
}
