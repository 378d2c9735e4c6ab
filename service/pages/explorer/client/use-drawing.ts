import { useEffect, useState } from 'preact/hooks';
import type { DrawnHouse } from '../../ui/house/draw-house.ts';
import { houseOf } from '../answer/house-picture.tsx';
import type { Page } from '../use-page.ts';

type Draw = (house: DrawnHouse) => string;

/** The drawing in the page's HTML, and what it is of. Another house is drawn by a script that is loaded then. */
const first = { drawing: readDrawing(), of: '' };

function readDrawing(): string {
  return document.querySelector('.house-picture > svg')?.innerHTML ?? '';
}

/**
 * Draws the state's house as SVG text. Until its script has come, the page's first drawing stays.
 * @param isFirst whether the page's HTML is of this state
 */
export function useDrawing(
  { state, words }: Pick<Page, 'state' | 'words'>,
  isFirst: boolean,
): string {
  const house = houseOf(state, words);
  const key = JSON.stringify(house);
  if (isFirst) first.of ||= key;
  const [draw, setDraw] = useState<Draw | null>(null);
  const isDrawn = first.of === key;
  useEffect(() => {
    // The page works without it, too.
    if (!isDrawn)
      import('../../ui/house/draw-house.ts').then(
        ({ drawHouse }) => setDraw(() => drawHouse),
        () => {},
      );
  }, [isDrawn]);
  return draw && !isDrawn ? draw(house) : first.drawing;
}
