import { renderToString } from 'preact-render-to-string';
import type { NoticeContent, Views } from './contract.ts';
import { InboxPage } from './inbox.tsx';
import { InboxLoginPage } from './inbox-login.tsx';
import { OfferPage } from './offer.tsx';
import { ProposalPage } from './proposal.tsx';
import { Recipes } from './recipes.tsx';
import { ReferenceOperationPage, ReferencePage } from './reference.tsx';
import { Sdk } from './sdk.tsx';

export const recipes: Views['recipes'] = (words, calls) =>
  renderToString(<Recipes words={words} calls={calls} />);

export const reference: Views['reference'] = (words, language, reference) =>
  renderToString(<ReferencePage words={words} language={language} reference={reference} />);

export const referenceOperation: Views['referenceOperation'] = (words, language, operation) =>
  renderToString(
    <ReferenceOperationPage words={words} language={language} operation={operation} />,
  );

export const sdk: Views['sdk'] = (words, content) =>
  renderToString(<Sdk words={words} content={content} />);

export const proposal: Views['proposal'] = (words, proposal) =>
  renderToString(<ProposalPage words={words} proposal={proposal} />);

export const notice: Views['notice'] = (content) => renderToString(<Notice {...content} />);

export const offer: Views['offer'] = (words, content) =>
  renderToString(<OfferPage words={words} offer={content} />);

export const inbox: Views['inbox'] = (words, content) =>
  renderToString(<InboxPage words={words} content={content} />);

export const inboxLogin: Views['inboxLogin'] = (words, login) =>
  renderToString(<InboxLoginPage words={words} login={login} />);

/** A page that says one thing, and where to go from it. */
function Notice({ title, text, link }: NoticeContent) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{title}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={link.href}>{link.name}</a>
        </p>
      )}
    </main>
  );
}
