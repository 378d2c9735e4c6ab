import type { EmbedRecord, EmbedStep } from '../../../schemas/types.ts';

/** What an installer sells, and the deduction that it is reckoned with. */
export type Catalogue = Pick<
  EmbedRecord,
  'panels' | 'inverters' | 'batteries' | 'chargers' | 'base_sek' | 'deduction'
>;

const STEPS: readonly EmbedStep[] = ['where', 'roof', 'house', 'offer', 'contact'];

/** What a visitor of an installer's configurator is taken through. */
export function stepsOf({ steps = [...STEPS] }: Pick<EmbedRecord, 'steps'>): EmbedStep[] {
  return STEPS.filter((step) => steps.includes(step));
}
