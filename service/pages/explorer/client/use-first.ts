import { useEffect, useState } from 'preact/hooks';
import type { FirstAnswers, FirstHouse, FirstRoof } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import { writeState } from '../url-state.ts';

/** Events of a visitor who may change or open something next. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'click'] as const;

/** Answers that the page came with, and whether its state is still theirs. */
export interface First {
  /** Answers on the house that the page opened with. Undefined if it came without. */
  house: FirstHouse | undefined;
  /** The yields that the page came with. Null once they are of another state. */
  roof: FirstRoof | null;
  /** Whether the page's HTML is of its state. */
  isFirst: boolean;
  /** Name of the state's place, where the page came with it. */
  place: string | null;
  /** Whether the worker may load its data: they are not needed as long as the page came with all that it shows. */
  isAwake: boolean;
}

/** Finds which of the answers that the page came with hold for its state. */
export function useFirst(answers: FirstAnswers | null, state: ExplorerState): First {
  const [opened] = useState(state);
  const [first] = useState(answers?.query === writeState(state) ? answers : null);
  const [wasTouched, setTouched] = useState(false);
  useEffect(() => {
    const touch = () => setTouched(true);
    for (const sign of SIGNS) addEventListener(sign, touch, { once: true, capture: true });
  }, []);
  const isFirst = first?.query === writeState(state);
  const isHere = state.lat === opened.lat && state.lng === opened.lng;
  return {
    house: first?.house ?? undefined,
    roof: isFirst ? first.roof : null,
    isFirst,
    place: isHere ? (first?.place ?? null) : null,
    isAwake: wasTouched || !isFirst || !first?.house,
  };
}
