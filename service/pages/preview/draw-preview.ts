import { groupAt, textAt } from '../ui/charts/svg.ts';
import { type DrawnHouse, drawHouse } from '../ui/house/draw-house.ts';
import type { Tone } from '../ui/script-data.ts';

/** Contents of the preview of a shared link: its words and its house. */
export interface Preview {
  /** Where the house is. */
  place: string;
  /** Name of the page's site, or of the installer. */
  from: string;
  /** Whether it pays, in a few words. */
  word: string;
  tone: Tone;
  /** When it is paid off, and what it saves: two lines at most. */
  lines: readonly string[];
  house: DrawnHouse;
}

/** The least size that sites show as a large picture, px. */
export const PREVIEW_WIDTH = 600;
export const PREVIEW_HEIGHT = 315;

/** Colours of the light pages. A picture does not know its reader's scheme. */
const PAGE = '#f6f7f4';
const INK = '#16211b';
const SOFT = '#55605a';
const TONES: Record<Tone, string> = {
  yes: '#0b6b46',
  slow: '#7a5600',
  no: '#a3342b',
  plain: INK,
};

const STYLE = `.house-ground{fill:#e4ebdf;stroke:#dfe3dc}.sun-path{fill:none;stroke:#c98a12;stroke-width:1.6}\
.sun-disc{fill:#f5b82e;stroke:#c98a12}.house-wall,.house-gable,.house-roof{stroke:#fff}.house-wall{fill:#b0483a}.house-gable{fill:#8f362b}\
.house-roof{fill:#5a6064}.house-opening{fill:#fff}.house-panels{fill:#1d3f6b;stroke:#9fb9d6;stroke-width:.6}\
.house-front{stroke:#0b6b46;stroke-width:2;stroke-dasharray:3 3}\
.house-letter{fill:${SOFT};font-size:12px;stroke:${PAGE};stroke-width:3;paint-order:stroke}`;

/** Characters of the largest texts that fit their lines. */
const PLACE_CHARACTERS = 44;
const WORD_CHARACTERS = 24;

/** Draws the picture of a shared link as SVG: the words above, the house below. */
export function drawPreview({ place, from, word, tone, lines, house }: Preview): string {
  const size = word.length > WORD_CHARACTERS ? 28 : 38;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}" font-family="DejaVu Sans"><style>${STYLE}</style>\
<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="${PAGE}"/>${[
    textAt(32, 46, place.slice(0, PLACE_CHARACTERS), `font-size="18" fill="${SOFT}"`),
    textAt(32, 94, word, `font-size="${size}" font-weight="700" fill="${TONES[tone]}"`),
    ...lines.map((line, at) => textAt(32, 132 + 30 * at, line, `font-size="21" fill="${INK}"`)),
    textAt(32, 290, from, `font-size="15" font-weight="700" fill="${SOFT}"`),
    groupAt(236, 132, [drawHouse(house)]),
  ].join('')}</svg>`;
}
