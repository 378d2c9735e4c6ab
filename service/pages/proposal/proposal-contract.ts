import type { ProposalFigures } from '#engine/economy/proposal-figures.ts';
import type { SignedState } from '../../../schemas/types.ts';
import type { Language } from '../messages/messages.ts';
import type { LanguageChoice } from '../server/language-links.tsx';

interface Brand {
  title: string;
  /** A data: address. */
  logo: string | null;
  phone: string | null;
}

export interface Proposal {
  language: Language;
  languages: readonly LanguageChoice[];
  brand: Brand;
  state: SignedState;
  figures: ProposalFigures;
  /** Version of the loaded dataset. Null if it is the proposal's. */
  datasetToday: string | null;
  /** Path of the explorer with the proposal's inputs. */
  explorer: string;
  /** Path of the prices' parts. */
  prices: string;
  qr: QrCode;
}

/** A QR code of square modules, as an SVG path in a square of `size`. */
export interface QrCode {
  size: number;
  path: string;
}
