import type { EmbedLook } from '../../../schemas/types.ts';

const FONTS: Record<EmbedLook['font'], string> = {
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
};

/** An installer's colours and corners in the place of the pages' own, on white whatever the system prefers. */
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
body { font-family: ${FONTS[font]}; }
`;
}
