import type { ComponentChildren } from 'preact';
import { fill } from '../shared/text.ts';
import type { Language, Words } from '../shared/words.ts';
import type { InboxContent, LanguageChoice, PausedWork } from './inbox-contract.ts';
import { Correcting } from './inbox-correcting.tsx';
import { AuditLog, HeldLeads, TaskList } from './inbox-lists.tsx';
import { Time, Token } from './inbox-parts.tsx';
import { LanguageLinks } from './language-links.tsx';

interface InboxProps {
  words: Words['inbox'];
  content: InboxContent;
}

/** The repair inbox: what waits for a person, and what else happens, without a script. */
export function InboxPage({ words, content }: InboxProps) {
  const { language, languages, brand, tabs, list, done, paused, token, actions } = content;
  const hasPaused = paused.length > 0 && (list.view === 'stuck' || list.view === 'waiting');
  return (
    <>
      <InboxHeader words={words} brand={brand} languages={languages} language={language}>
        <form method="post" action={actions.logout}>
          <Token token={token} />
          <button type="submit">{words.logout}</button>
        </form>
      </InboxHeader>
      <main id="main" class="page inbox" tabindex={-1}>
        <h1>{words.title}</h1>
        <nav class="tabs" aria-label={words.views}>
          {tabs.map(({ view, href, count }) => (
            <a href={href} aria-current={view === list.view ? 'page' : undefined}>
              {count === null ? words[view] : fill(words.counted, { name: words[view], count })}
            </a>
          ))}
        </nav>
        {done && (
          <p class="told" role="status">
            {fill(words[done.count === 0 ? 'noneChosen' : done.what], { count: done.count })}
          </p>
        )}
        {hasPaused && (
          <Paused words={words} language={language} paused={paused} content={content} />
        )}
        <section class="panel" aria-labelledby="list">
          <h2 id="list">{words[list.view]}</h2>
          <p class="soft">{words[`${list.view}Text`]}</p>
          {list.view === 'held' && <HeldLeads words={words} content={content} leads={list.leads} />}
          {list.view === 'audit' && <AuditLog words={words} content={content} lines={list.lines} />}
          {'tasks' in list && <TaskList words={words} content={content} list={list} />}
          <Paging words={words} content={content} />
        </section>
        {list.view === 'stuck' && <Correcting words={words} />}
      </main>
    </>
  );
}

/** The header of the inbox and of its login. */
export function InboxHeader({
  words,
  brand,
  language,
  languages,
  children,
}: {
  words: Words['inbox'];
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
  content,
}: {
  words: Words['inbox'];
  language: Language;
  paused: PausedWork[];
  content: InboxContent;
}) {
  return (
    <section class="panel" aria-labelledby="paused">
      <h2 id="paused">{words.paused}</h2>
      <ul class="items">
        {paused.map(({ kind, work, why, since, until }) => (
          <li>
            <h3>{words[work]}</h3>
            {why === null ? <p>{words.askedToWait}</p> : <p class="words">{why}</p>}
            <p class="soft">
              {since && <Time words={words.pausedSince} at={since} language={language} />}{' '}
              {until === null ? (
                words.triedSoon
              ) : (
                <Time words={words.triedAt} at={until} language={language} />
              )}
            </p>
            {why !== null && (
              <form method="post" action={content.actions.try}>
                <Token token={content.token} />
                <input type="hidden" name="view" value={content.list.view} />
                <button
                  type="submit"
                  name="kind"
                  value={kind}
                  aria-label={fill(words.tryNowOf, { name: words[work] })}
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

/** The ways to the other pages of the list. */
function Paging({ words, content: { first, next } }: InboxProps) {
  if (first === null && next === null) return null;
  return (
    <nav class="paging" aria-label={words.paging}>
      {first && <a href={first}>{words.first}</a>}
      {next && (
        <a href={next} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  );
}
