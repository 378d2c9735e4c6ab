import type { Organisation } from '../organisations/organisations.ts';
import type { Providers } from '../providers/ports-of.ts';
import type { Proofs } from '../providers/proofs/proof.ts';
import type { Journal } from './journal.ts';
import type { Trial } from './things.ts';

/** A proof at work. */
export interface Run {
  organisation: Organisation;
  ports: Providers;
  proofs: Proofs;
  journal: Journal;
  trial: Trial;
  print(line: string): void;
}
