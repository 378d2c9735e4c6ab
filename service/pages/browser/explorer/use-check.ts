import { useEffect, useRef, useState } from 'preact/hooks';
import { CallRefused, createApi } from '../api.ts';
import type { House } from '../local/local-calls.ts';
import type { Local } from '../local/local-client.ts';
import { computeGapSek, readApiAnswer } from '../local/money-answer.ts';
import type { FiguresView } from './use-figures.ts';

/** A house whose figures the API has computed, too, and by how much its own differ, SEK. */
export interface Checked {
  house: House;
  apartSek: number;
}

/** The figures have stood still for so long. */
const IDLE_MS = 2000;
/** A check that did not reach the API is tried again, twice. */
const AGAIN_MS = 10_000;
const MOST_FAILURES = 2;

/**
 * Has the API compute the first house that stands still, once in a visit; null until then. Nothing waits for it, and
 * a meter's hours are sent nowhere. The API knows no other prices on the exchange than today's.
 * @param hasApi whether the page's server answers the API
 */
export function useCheck(
  { figures, isFormer }: FiguresView,
  local: Local,
  hasApi: boolean,
): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  const wasAsked = useRef(false);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (
      !hasApi ||
      wasAsked.current ||
      failures > MOST_FAILURES ||
      !figures ||
      isFormer ||
      figures.house.meter ||
      figures.house.state.priceLevelPct !== 0
    )
      return;
    const { house, money } = figures;
    const check = async () => {
      wasAsked.current = true;
      const calls = await local.calls(house);
      if (!calls) return;
      const body = await createApi().compare(calls.compare);
      setChecked({ house, apartSek: computeGapSek(money, readApiAnswer(body)) });
    };
    // Figures that nobody has checked are those of the same code: a failure changes nothing, and a refusal is one.
    const fail = (error: unknown) => {
      if (error instanceof CallRefused && error.status > 0) return;
      wasAsked.current = false;
      setFailures(failures + 1);
    };
    const timer = setTimeout(() => check().catch(fail), failures > 0 ? AGAIN_MS : IDLE_MS);
    return () => clearTimeout(timer);
  }, [figures, isFormer, local, hasApi, failures]);
  return checked;
}
