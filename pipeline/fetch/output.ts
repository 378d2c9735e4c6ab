import type { Progress } from '../files/progress.ts';

/** What a fetch tells the person who runs it. */
export interface Output {
  log: (line: string) => void;
  progress: Progress;
}
