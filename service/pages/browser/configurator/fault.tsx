import { fill } from '../../shared/text.ts';
import type { NoAnswer } from '../no-answer.ts';
import type { StepProps } from './step.ts';

interface FaultProps {
  words: StepProps['data']['words'];
  /** Null: it is being reckoned. */
  problem: NoAnswer | null;
  again(): void;
}

/** Why there are no figures, and what to do about it. */
export function Fault({ words, problem, again }: FaultProps) {
  if (problem === null) return <p role="status">{words.reckoning}</p>;
  const { reason, againS } = problem;
  if (reason === 'outside') return <p role="alert">{words.outside}</p>;
  if (reason === 'crowded' && againS !== null)
    return <p role="status">{fill(words.waiting, { seconds: Math.ceil(againS) })}</p>;
  return (
    <>
      <p role="alert">{words.failed}</p>
      <button type="button" onClick={again}>
        {words.again}
      </button>
    </>
  );
}
