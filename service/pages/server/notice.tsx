import { renderToString } from 'preact-render-to-string';

/** The content of a page that says one thing. */
export interface NoticeContent {
  title: string;
  text: string;
  /** Null if there is nowhere to go. */
  link: { href: string; name: string } | null;
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
