import type { Rect } from '#common/charts/svg.ts';
import { px } from '#common/charts/svg.ts';

/** Draws level stripes over a rectangle, which distinguish it from a plain one without colour. Class: stripes. */
export function drawStripes({ x, y, width, height }: Rect): string {
  const path = `M${px(x + width / 2)} ${px(y + height)}V${px(y)}`;
  return `<path class="stripes" d="${path}" stroke-width="${px(width)}" stroke-dasharray="2 4"/>`;
}
