import type { NoticeContent } from './contract.ts';

/** A page that says one thing, and where to go from it. */
export function Notice({ title, text, link }: NoticeContent) {
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
