import { type Language, wordsOf } from '../../messages/messages.ts';
import { escapeText } from './svg.ts';

/** A section of a page: a heading, prose and figures as HTML. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

/**
 * A self-contained page: no script, no address outside itself, light or dark as the reader's system
 * is. `lead` is HTML between the title and the sections.
 */
export function htmlPage(
  language: Language,
  title: string,
  lead: string,
  sections: readonly Section[],
): string {
  const contents = sections.map(({ id, title }) => `<a href="#${id}">${escapeText(title)}</a>`);
  const body = sections.map(
    ({ id, title, html }) =>
      `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${escapeText(title)}</h2>\n${html}\n</section>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main id="main" tabindex="-1">
<header>
<h1>${escapeText(title)}</h1>
${lead}
<nav aria-label="${escapeText(wordsOf(language).report.contents)}">${contents.join(' ')}</nav>
</header>
${body.join('\n')}
</main>
</body>
</html>
`;
}

/** A paragraph of text. */
export function paragraph(text: string): string {
  return element('p', text);
}

/** An element that holds text. Attributes as in HTML. */
export function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeText(text)}</${name}>`;
}

/** Drawings or other HTML side by side, each at least `least` pixels wide, with a caption. */
export function figures(drawings: readonly string[], least: number, note: string): string {
  const inner = drawings.map((drawing) => `<div>${drawing}</div>`).join('\n');
  const style = `grid-template-columns: repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`;
  return `<figure><div class="row" style="${style}">\n${inner}\n</div>${note && `<figcaption>${escapeText(note)}</figcaption>`}</figure>`;
}

/** A drawing that scrolls on a screen narrower than `least` pixels. */
export function wideDrawing(name: string, drawing: string, least: number): string {
  return scrolling(name, `<div style="min-width: ${least}px">${drawing}</div>`);
}

/** HTML that scrolls sideways where it is too wide, also by keyboard. */
function scrolling(name: string, html: string): string {
  return `<div class="scroll" role="group" aria-label="${escapeText(name)}" tabindex="0">${html}</div>`;
}

/** Style of a table: text that may break anywhere, figures to the right, or small. */
type TableKind = 'words' | 'figures' | 'compact';

/** A cell of a table: its text, or HTML. */
export type Cell = string | { html: string };

export type Row = readonly [string, ...Cell[]];

/** A table. The first column names the rows. Without headings there is no heading row. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly Row[],
  kind: TableKind,
): string {
  const heading = (text: string) =>
    text ? `<th scope="col">${escapeText(text)}</th>` : '<td></td>';
  const head = headings.map(heading).join('');
  const headRow = head && `\n<thead><tr>${head}</tr></thead>`;
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell) =>
      typeof cell === 'string' ? element('td', cell) : `<td>${cell.html}</td>`,
    );
    return `<tr>${element('th', name, ' scope="row"')}${rest.join('')}</tr>`;
  });
  return scrolling(
    caption,
    `<table class="${kind}"><caption>${escapeText(caption)}</caption>${headRow}
<tbody>
${body.join('\n')}
</tbody></table>`,
  );
}

/** Cards of key figures: a large figure, what it is, and one more line. */
export function cards(figures: readonly (readonly [string, string, string])[]): string {
  const items = figures.map(
    ([figure, what, more]) =>
      `<li><b>${escapeText(figure)}</b><span>${escapeText(what)}</span><small>${escapeText(more)}</small></li>`,
  );
  return `<ul class="cards">\n${items.join('\n')}\n</ul>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #16211b; --soft: #55605a; --page: #f6f7f4; --panel: #ffffff; --line: #dfe3dc; --accent: #0b6b46; --shade: #0005; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9eeea; --soft: #a6b1ab; --page: #0f1513; --panel: #18201d; --line: #2c3732; --accent: #5fcf9a; --shade: #fff6; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--page); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 0 20px; outline: none; }
main > header { padding-top: 36px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 8px; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; margin: 0 0 6px; }
h3 { font-size: 1rem; margin: 20px 0 4px; }
p { max-width: 78ch; margin: 6px 0 12px; }
main nav { display: flex; flex-wrap: wrap; gap: 6px 18px; padding: 10px 0; border-block: 1px solid var(--line); font-size: .9rem; }
a { color: var(--accent); }
section { margin: 28px 0; padding: 20px 24px 24px; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
figure { margin: 16px 0 0; }
.row { display: grid; gap: 28px; align-items: start; }
svg { display: block; max-width: 100%; height: auto; }
figcaption, caption, small { color: var(--soft); font-size: .85rem; }
figcaption { margin-top: 10px; max-width: 100ch; }
caption { text-align: left; padding-bottom: 4px; }
/* A shadow on the side where there is more to scroll. Covers of the panel's colour move with the content. */
.scroll {
  overflow-x: auto; margin-top: 12px;
  background:
    linear-gradient(to right, var(--panel) 40%, transparent) left / 36px 100% no-repeat local,
    linear-gradient(to left, var(--panel) 40%, transparent) right / 36px 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / 14px 100% no-repeat,
    linear-gradient(to left, var(--shade), transparent) right / 14px 100% no-repeat;
}
.scroll::-webkit-scrollbar { height: 7px; }
.scroll::-webkit-scrollbar-track { background: var(--line); border-radius: 4px; }
.scroll::-webkit-scrollbar-thumb { background: var(--soft); border-radius: 4px; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.words td { overflow-wrap: anywhere; }
thead th { font-weight: 600; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 500; }
.figures td, .figures thead th:not(:first-child) { text-align: right; padding: 4px 0 4px 20px; white-space: nowrap; }
.compact { font-size: .8rem; }
.compact th, .compact td { white-space: nowrap; padding: 3px 10px 3px 0; }
.cards { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 12px; padding: 0; margin: 20px 0; }
.cards li { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; display: grid; align-content: start; }
.cards b { font-size: 1.55rem; line-height: 1.25; letter-spacing: -.01em; }
code, pre { font: .82rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
summary { cursor: pointer; color: var(--accent); margin-top: 14px; }
.warn { border-left: 4px solid var(--accent); padding-left: 12px; }
@media (max-width: 600px) {
  main { padding-inline: 12px; }
  section { padding: 14px 12px 16px; }
}
@media print { section { break-inside: avoid; border: 0; padding: 0; } }
`;
