/** Frame and basic marks of drawings. They use `currentColor`, so that a drawing follows its page's colours. */

/** Caption of a drawing. The title is drawn, the description is for screen readers. */
export interface Caption {
  title: string;
  /** The line under the title. */
  subtitle: string;
  /** Description for a reader who cannot see the drawing. */
  description: string;
}

/** A smaller text would be too small to read where the drawing is scaled down, as on a phone. */
const TEXT_PX = 12;

/** A drawing grows with its space up to this factor. The page sets `max-width: 100%`. */
const LARGEST = 1.3;

/** Height of the title and subtitle at the top of a drawing. */
export const CAPTION_HEIGHT = 44;

/** A whole drawing with its caption at the top. */
export function svgDrawing(
  caption: Caption,
  width: number,
  height: number,
  body: readonly string[],
): string {
  const { title, subtitle, description } = caption;
  const attributes = [
    'xmlns="http://www.w3.org/2000/svg"',
    `viewBox="0 0 ${px(width)} ${px(height)}"`,
    'role="img"',
    `aria-label="${escapeText(`${title}. ${description}`)}"`,
    `font-family="system-ui, sans-serif" font-size="${TEXT_PX}" fill="currentColor"`,
    `width="${px(LARGEST * width)}"`,
  ];
  return [
    `<svg ${attributes.join(' ')}>`,
    `<title>${escapeText(title)}</title>`,
    `<desc>${escapeText(description)}</desc>`,
    textAt(0, 16, title, 'font-size="15" font-weight="600"'),
    textAt(0, 33, subtitle, 'fill-opacity=".7"'),
    ...body,
    '</svg>\n',
  ].join('\n');
}

/** Draws a picture of a page as SVG text, as wide as its container. `label` is for people who cannot see it. */
export function drawSvg(width: number, height: number, label: string, body: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(label)}" fill="currentColor" font-size="12">${body}</svg>`;
}

/** A line of text, with further SVG attributes. */
export function textAt(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${px(x)}" y="${px(y)}"${attributes && ` ${attributes}`}>${escapeText(text)}</text>`;
}

/** A straight line in the drawing's ink. */
export function lineFrom(x1: number, y1: number, x2: number, y2: number, attributes = ''): string {
  return `<path d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}" stroke="currentColor"${attributes && ` ${attributes}`}/>`;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function filledRect(rect: Rect, colour: string, attributes = ''): string {
  const { x, y, width, height } = rect;
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${colour}"${attributes && ` ${attributes}`}/>`;
}

/** A group moved to a place. */
export function groupAt(x: number, y: number, body: readonly string[]): string {
  return `<g transform="translate(${px(x)} ${px(y)})">\n${body.join('\n')}\n</g>`;
}

/** A coordinate at 0.01, the same text on every engine. */
export function px(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Text made safe for SVG and HTML, in elements and in quoted attributes. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
