import { escapeText } from './charts/svg.ts';

/** Draws a picture of a page as SVG text, as wide as its container. `label` is for people who cannot see it. */
export function drawSvg(width: number, height: number, label: string, body: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(label)}" fill="currentColor" font-size="12">${body}</svg>`;
}
