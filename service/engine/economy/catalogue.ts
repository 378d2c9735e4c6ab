import type { EmbedRecord, EmbedStep } from '../../../schemas/types.ts';

/** An installer's products, and the deduction that their prices are computed with. */
export type Catalogue = Pick<
  EmbedRecord,
  'panels' | 'inverters' | 'batteries' | 'chargers' | 'base_sek' | 'deduction'
>;

const STEPS: readonly EmbedStep[] = ['where', 'roof', 'house', 'offer', 'contact'];

/** The steps that an installer's configurator takes its visitors through. */
export function stepsOf({ steps = [...STEPS] }: Pick<EmbedRecord, 'steps'>): EmbedStep[] {
  return STEPS.filter((step) => steps.includes(step));
}
