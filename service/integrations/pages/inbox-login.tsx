import { renderToString } from 'preact-render-to-string';
import type { Words } from '../../pages/messages/messages.ts';
import { InboxHeader } from './inbox.tsx';
import type { InboxLogin } from './inbox-contract.ts';

/** The login of the repair inbox: an organisation's key, sent in a form's body only. */
export function InboxLoginPage({
  words,
  login: { language, languages, notice },
}: {
  words: Words['inbox'];
  login: InboxLogin;
}) {
  return (
    <>
      <InboxHeader words={words} brand={words.title} language={language} languages={languages} />
      <main id="main" class="page inbox" tabindex={-1}>
        <h1>{words.loginTitle}</h1>
        <p>{words.loginText}</p>
        {notice && (
          <p class="told" role="alert">
            {words[notice]}
          </p>
        )}
        <form method="post" action={`/integrations/inbox/login?l=${language}`} class="panel">
          <p>
            <label for="key">{words.apiKey}</label>
            <input
              id="key"
              name="key"
              type="password"
              required
              maxlength={200}
              autocomplete="current-password"
              spellcheck={false}
            />
          </p>
          <button type="submit" class="main">
            {words.login}
          </button>
        </form>
        <p class="soft">{words.loginRules}</p>
      </main>
    </>
  );
}

export function renderInboxLogin(words: Words['inbox'], login: InboxLogin): string {
  return renderToString(<InboxLoginPage words={words} login={login} />);
}
