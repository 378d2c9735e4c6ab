import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from '../messages/messages.ts';
import type { Gesture } from '../ui/number-field.tsx';
import type { DatasetFacts } from './page-data.ts';
import type { Change, ExplorerState, MeterHours } from './state.ts';
import type { Local } from './worker/local-client.ts';

/** A file that was accepted: it stays in the page's memory. */
export interface Meter {
  name: string;
  year: MeterHours;
}

/** All that a reader sets on the page. */
export interface Settings {
  /** The part that the address holds. */
  state: ExplorerState;
  /** The face of the roof whose settings are shown. */
  face: number;
  /** Null until a file was accepted. */
  meter: Meter | null;
}

export type Action = Partial<Omit<Settings, 'state'>> & { state?: Partial<ExplorerState> };

/** Values that every part of the page reads and changes. */
export interface Page extends Settings {
  words: Words['explorer'];
  earnings: Words['earnings'];
  local: Local;
  /** Null without a dataset. */
  dataset: DatasetFacts | null;
  meterWorkerUrl: string;
  /** A gesture that is `set` adds an entry to the history of the browser where the address changes. */
  dispatch(action: Action, gesture?: Gesture): void;
  /** Dispatches a part of the state. */
  change: Change;
}

export const PageContext = createContext<Page | null>(null);

/** The page that a part is drawn in. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('PageContext has no page here.');
  return page;
}
