import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConfiguratorData } from '../../shared/script-data.ts';
import { readHouse, writeHouse } from './kept-house.ts';
import { applyPrefill, type Change, type Chosen, chooseDefaults } from './state.ts';

/** A slider moves faster than browsers let an address follow. */
const REST_MS = 300;

/** The house in this tab, and what the page around knew when the visitor began. */
interface TabHouse {
  prefill: string;
  house: string;
}

/** Holds the visitor's choice; roof and house outlast a reload of the frame, and of the page around. */
export function useKeptHouse(data: ConfiguratorData) {
  const [chosen, setChosen] = useState<Chosen>(() => ({
    ...chooseDefaults(),
    ...readHouse(location.hash.slice(1), data),
  }));
  const known = useRef<string | null>(null);
  const change: Change = (part) => setChosen((old) => ({ ...old, ...part }));
  const fillIn = (prefill: unknown) =>
    setChosen((old) => applyPrefill(old, prefill, data.panels[old.panel].watt));

  /** Takes what the page around knows at the start, except a roof and house that the visitor has since changed. */
  const begin = (prefill: unknown) => {
    const { lat, lng, use_kwh, faces, ...rest } = Object(prefill);
    known.current = JSON.stringify([lat, lng, use_kwh, faces]);
    const inTab = readTab(data.slug);
    const house = location.hash.slice(1) || (inTab?.prefill === known.current ? inTab.house : '');
    if (house === '') return fillIn(prefill);
    change(readHouse(house, data));
    fillIn(rest);
  };

  const house = writeHouse(chosen);
  useEffect(() => {
    const timer = setTimeout(() => keep(data.slug, known.current, house), REST_MS);
    return () => clearTimeout(timer);
  }, [house]);
  return { chosen, change, begin, fillIn };
}

/** @param prefill null before the page around has said what it knows, or if there is none */
function keep(slug: string, prefill: string | null, house: string): void {
  const { pathname, search } = location;
  history.replaceState(history.state, '', pathname + search + (house && `#${house}`));
  if (prefill === null) return;
  try {
    sessionStorage.setItem(slug, JSON.stringify({ prefill, house } satisfies TabHouse));
  } catch {
    // A browser that keeps nothing for frames of other sites: the address is left.
  }
}

function readTab(slug: string): TabHouse | null {
  try {
    return JSON.parse(sessionStorage.getItem(slug) ?? 'null');
  } catch {
    return null;
  }
}
