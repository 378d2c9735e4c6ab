import { filledRect } from '../../ui/charts/svg.ts';

/** A name and its sign: SVG text in a box of 18 by 12, of the same marks as the drawing. */
export type Sign = readonly [name: string, picture: string];

const BOX = { x: 0, y: 1, width: 18, height: 10 };

/** Draws the sign of an area or a bar of a class. */
export function drawPlainSign(kind: string): string {
  return filledRect(BOX, 'currentColor', `class="${kind}"`);
}

/** Draws the sign of a line of a class. */
export function drawLineSign(kind: string): string {
  return `<path class="${kind}" d="M0 6H18"/>`;
}

/** Names the marks of a drawing. */
export function Legend({ signs }: { signs: readonly Sign[] }) {
  return (
    <p class="key small">
      {signs.map(([name, picture]) => (
        <span key={name}>
          <svg
            class="swatch"
            viewBox="0 0 18 12"
            fill="currentColor"
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: picture }}
          />{' '}
          {name}
        </span>
      ))}
    </p>
  );
}
