/** HTML of a page's `main` by its content. */
import { renderToString } from 'preact-render-to-string';
import type { Language, Words } from '../shared/words.ts';
import { ConnectPage } from './connect.tsx';
import type { ConnectContent } from './connect-contract.ts';
import type {
  NoticeContent,
  OfferContent,
  Proposal,
  RecipeCalls,
  Reference,
  ReferenceOperation,
  SdkContent,
} from './contract.ts';
import { InboxPage } from './inbox.tsx';
import type { InboxContent, InboxLogin } from './inbox-contract.ts';
import { InboxLoginPage } from './inbox-login.tsx';
import { OfferPage } from './offer.tsx';
import { ProposalPage } from './proposal.tsx';
import { Recipes } from './recipes.tsx';
import { ReferenceOperationPage, ReferencePage } from './reference.tsx';
import { Sdk } from './sdk.tsx';

export function renderRecipes(words: Words, calls: RecipeCalls): string {
  return renderToString(<Recipes words={words} calls={calls} />);
}

export function renderReference(
  words: Words['apiDocs'],
  language: Language,
  reference: Reference,
): string {
  return renderToString(<ReferencePage words={words} language={language} reference={reference} />);
}

export function renderOperation(
  words: Words,
  language: Language,
  operation: ReferenceOperation,
): string {
  return renderToString(
    <ReferenceOperationPage words={words} language={language} operation={operation} />,
  );
}

export function renderSdk(words: Words, content: SdkContent): string {
  return renderToString(<Sdk words={words} content={content} />);
}

export function renderProposal(words: Words['proposal'], proposal: Proposal): string {
  return renderToString(<ProposalPage words={words} proposal={proposal} />);
}

export function renderOffer(words: Words['offer'], offer: OfferContent): string {
  return renderToString(<OfferPage words={words} offer={offer} />);
}

export function renderInbox(words: Words['inbox'], content: InboxContent): string {
  return renderToString(<InboxPage words={words} content={content} />);
}

export function renderConnect(words: Words['connect'], content: ConnectContent): string {
  return renderToString(<ConnectPage words={words} content={content} />);
}

export function renderInboxLogin(words: Words['inbox'], login: InboxLogin): string {
  return renderToString(<InboxLoginPage words={words} login={login} />);
}

export function renderNotice(content: NoticeContent): string {
  return renderToString(<Notice {...content} />);
}

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
