/** Finds the comments of TypeScript sources. */

/** Lists comments as paragraphs: a block, or lines that follow each other. Tags begin a paragraph. */
export function readComments(source: string): string[] {
  const found: string[][] = [];
  let isInside = false;
  let isJoined = false;
  for (const line of source.split('\n')) {
    const text = line.trim();
    const isBlock = isInside || text.startsWith('/*');
    const isComment = isBlock || text.startsWith('//');
    if (isBlock) isInside = !text.includes('*/');
    if (isComment) addLine(found, text, isJoined);
    isJoined = isComment && (isInside || text.startsWith('//'));
  }
  return found.map((lines) => lines.join(' '));
}

function addLine(found: string[][], text: string, isJoined: boolean): void {
  const words = text
    .replace(/^(?:\/\*\*?|\/\/|\*(?!\/))\s?|\s*\*\/$/g, '')
    .replace(/`[^`]*`/g, 'CODE');
  if (isJoined && !words.startsWith('@')) found.at(-1)?.push(words);
  else found.push([words.replace(/^@\w+\s+/, '')]);
}
