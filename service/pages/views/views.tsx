import { renderToString } from 'preact-render-to-string';
import type { Views } from './contract.ts';
import { Notice } from './notice.tsx';
import { OfferPage } from './offer.tsx';
import { ProposalPage } from './proposal.tsx';
import { Recipes } from './recipes.tsx';
import { Sdk } from './sdk.tsx';

export const recipes: Views['recipes'] = (words, calls) =>
  renderToString(<Recipes words={words} calls={calls} />);

export const sdk: Views['sdk'] = (words, content) =>
  renderToString(<Sdk words={words} content={content} />);

export const proposal: Views['proposal'] = (words, proposal) =>
  renderToString(<ProposalPage words={words} proposal={proposal} />);

export const notice: Views['notice'] = (content) => renderToString(<Notice {...content} />);

export const offer: Views['offer'] = (words, content) =>
  renderToString(<OfferPage words={words} offer={content} />);
