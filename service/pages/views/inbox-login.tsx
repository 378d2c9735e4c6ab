import type { Words } from '../shared/words.ts';
import { InboxHeader } from './inbox.tsx';
import type { InboxLogin } from './inbox-contract.ts';
import { Token } from './inbox-parts.tsx';

/** The login of the repair inbox: an organisation's key, sent in a form's body alone. */
export function InboxLoginPage({
  words,
  login: { language, languages, action, token, refused },
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
        {refused && (
          <p class="told" role="alert">
            {words[refused]}
          </p>
        )}
        <form method="post" action={action} class="panel">
          <Token token={token} />
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
