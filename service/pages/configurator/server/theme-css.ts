import type { EmbedLook } from '../../../../schemas/types.ts';
import { contrast, LEAST_CONTRAST } from '../../ui/charts/colour-scale.ts';

const FONTS: Record<EmbedLook['font'], string> = {
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
};

/** Background of dark pages, the lighter of the theme's two. */
const DARK_PANEL = '#1c2127';

/**
 * An installer's colours and corners in the place of the pages' own: on white, unless the page around asks for dark
 * or for what the visitor's system prefers (`init.theme`).
 */
export function themeCss({ accent, ink, radius, font }: EmbedLook): string {
  return `:root {
  color-scheme: light;
  --ink: ${ink};
  --soft: #59636e;
  --page: #ffffff;
  --panel: #ffffff;
  --line: #dcd9d0;
  --edge: #85817a;
  --accent: ${accent};
  --on-accent: #ffffff;
  --radius: ${radius}px;
}
:root[data-theme="dark"] {${writeDarkRules(accent)}}
@media screen and (prefers-color-scheme: dark) {
:root[data-theme="auto"] {${writeDarkRules(accent)}}
}
body { font-family: ${FONTS[font]}; }
`;
}

/** The pages' own dark, with the installer's accent as much lighter as it needs to be read. */
function writeDarkRules(accent: string): string {
  return `
  color-scheme: dark;
  --ink: #e8e6e1;
  --soft: #a3a9b0;
  --page: #14181c;
  --panel: ${DARK_PANEL};
  --line: #353c44;
  --edge: #79828c;
  --accent: ${lightenColour(accent)};
  --on-accent: #14181c;
`;
}

function lightenColour(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = parts.map((part) => Math.round(part + white * (255 - part)));
    const found = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(found, DARK_PANEL) >= LEAST_CONTRAST) return found;
  }
  return '#ffffff';
}
