import type { SunErrorParts } from '../client-contract.ts';

/** Reason of a refused question. The files of the lookups have no class of errors in common: one gives another this. */
export interface Refusal extends Pick<SunErrorParts, 'code' | 'status'> {
  message: string;
  field: string | undefined;
}
