import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { fill, LOCALES } from '../../pages/messages/format.ts';
import type { Language, Words } from '../../pages/messages/messages.ts';
import { type LanguageChoice, LanguageLinks } from '../../pages/server/language-links.tsx';
import type { InboxContent, InboxLogin, InboxTask, PausedWork } from './inbox-contract.ts';

const PATH = '/integrations/inbox';

/** The repair inbox: what waits for a person, without a script. */
export function renderInbox(words: Words['inbox'], content: InboxContent): string {
  const { language, languages, brand, done, paused, tasks, count } = content;
  return renderToString(
    <>
      <InboxHeader words={words} brand={brand} languages={languages} language={language}>
        <form method="post" action={`${PATH}/logout?l=${language}`}>
          <button type="submit">{words.logout}</button>
        </form>
      </InboxHeader>
      <main id="main" class="page inbox" tabindex={-1}>
        <h1>{words.title}</h1>
        <p>
          <a href={`${PATH}/connect?l=${language}`}>{words.connect}</a>
        </p>
        {done && (
          <p class="told" role="status">
            {fill(words[done.count === 0 ? 'noneChosen' : done.what], { count: done.count })}
          </p>
        )}
        {paused.length > 0 && <Paused words={words} language={language} paused={paused} />}
        <section class="panel" aria-labelledby="list">
          <h2 id="list">{fill(words.stuck, { count })}</h2>
          <p class="soft">{words.stuckText}</p>
          {count > 1 && (
            <form method="post" action={`${PATH}/retry?l=${language}`}>
              <button type="submit" name="all" value="stuck" class="main">
                {fill(words.retryAll, { count })}
              </button>
            </form>
          )}
          {count === 0 ? (
            <p>{words.nothing}</p>
          ) : (
            <ul class="items">
              {tasks.map((task) => (
                <Task words={words} language={language} task={task} />
              ))}
            </ul>
          )}
          {count > tasks.length && <p>{fill(words.first, { count: tasks.length })}</p>}
        </section>
        <section class="panel" aria-labelledby="correcting">
          <h2 id="correcting">{words.correcting}</h2>
          <p>{words.correctingText}</p>
          <p>
            <a href="/integrations/openapi.json">{words.contract}</a>
          </p>
        </section>
      </main>
    </>,
  );
}

/** The header of the inbox, of its login and of the connect page. */
export function InboxHeader({
  words,
  brand,
  language,
  languages,
  children,
}: {
  words: { language: string };
  brand: string;
  language: Language;
  languages: readonly LanguageChoice[];
  children?: ComponentChildren;
}) {
  return (
    <header class="site">
      <p class="brand">{brand}</p>
      <LanguageLinks label={words.language} language={language} languages={languages} />
      {children}
    </header>
  );
}

/** Work that waits for its account, and why. */
function Paused({
  words,
  language,
  paused,
}: {
  words: Words['inbox'];
  language: Language;
  paused: PausedWork[];
}) {
  return (
    <section class="panel" aria-labelledby="paused">
      <h2 id="paused">{words.paused}</h2>
      <ul class="items">
        {paused.map(({ kind, why, since, until }) => (
          <li>
            <h3>{words[kind]}</h3>
            {why === null ? <p>{words.providerBusy}</p> : <p class="words">{why}</p>}
            <p class="soft">
              {since && <Time words={words.pausedSince} at={since} language={language} />}{' '}
              {until === null ? (
                words.triedSoon
              ) : (
                <Time words={words.triedAt} at={until} language={language} />
              )}
            </p>
            {why !== null && (
              <form method="post" action={`${PATH}/try?l=${language}`}>
                <button
                  type="submit"
                  name="kind"
                  value={kind}
                  aria-label={fill(words.tryNowOf, { name: words[kind] })}
                >
                  {words.tryNow}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stuck work, which may be tried again. */
function Task({
  words,
  language,
  task,
}: {
  words: Words['inbox'];
  language: Language;
  task: InboxTask;
}) {
  const { value, kind, title, subject, error, state, since, attempts, correction } = task;
  return (
    <li>
      <h3>
        {words[kind]} <bdi>{title}</bdi> <code>{subject}</code>
      </h3>
      {task.words && (
        <p>
          {words.theirWords} <q class="words">{task.words}</q>
        </p>
      )}
      {error && <p class="words">{error}</p>}
      <p class="soft">
        {words[state === 'failed' ? 'failed' : 'attention']}{' '}
        <Time words={words.failingSince} at={since} language={language} />{' '}
        {fill(words.attempts, { count: attempts })}
      </p>
      {correction && (
        <p>
          {words.correction} <code>{correction}</code>
        </p>
      )}
      <form method="post" action={`${PATH}/retry?l=${language}`}>
        <button
          type="submit"
          name="task"
          value={value}
          aria-label={fill(words.retryOf, { name: `${words[kind]} ${title} ${subject}` })}
        >
          {words.retry}
        </button>
      </form>
    </li>
  );
}

/** A text with a time in the place of `{time}`. */
function Time({ words, at, language }: { words: string; at: string; language: Language }) {
  const [before, behind = ''] = words.split('{time}');
  return (
    <>
      {before}
      <time datetime={at}>{formatTime(at, language)}</time>
      {behind}
    </>
  );
}

function formatTime(at: string, language: Language): string {
  return new Date(at).toLocaleString(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Stockholm',
  });
}

/** The login of the repair inbox: an organisation's key, sent in a form's body only. */
export function renderInboxLogin(
  words: Words['inbox'],
  { language, languages, notice }: InboxLogin,
): string {
  return renderToString(
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
    </>,
  );
}
