import { renderToString } from 'preact-render-to-string';
import type { Language } from '../messages/messages.ts';
import type { Assets } from './assets.ts';
import { writePage } from './shell.ts';

interface NoticeContent {
  title: string;
  text: string;
  /** Null if there is nowhere to go. */
  link: { href: string; name: string } | null;
}

/** A page that says one thing, with the site's header or, in an installer's name, without. */
export function noticePage(
  language: Language,
  content: NoticeContent,
  assets: Assets,
  framed = true,
): string {
  const { title, text: description } = content;
  const body = renderToString(<Notice {...content} />);
  return writePage(assets, { language, path: '', framed, title, description, body });
}

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
