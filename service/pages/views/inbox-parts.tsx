import type { Language } from '../shared/words.ts';

/** The proof that a form is of this page. */
export function Token({ token }: { token: string }) {
  return <input type="hidden" name="token" value={token} />;
}

/** A text with a time in the place of `{time}`. */
export function Time({ words, at, language }: { words: string; at: string; language: Language }) {
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
  return new Date(at).toLocaleString(language === 'sv' ? 'sv-SE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Stockholm',
  });
}
