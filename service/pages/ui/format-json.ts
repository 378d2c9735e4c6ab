/** Characters of a line next to the answer. */
const LINE = 60;

/** Formats JSON that is also JavaScript, Python and jq (without true, false and null), in short lines. */
export function formatJson(value: object, indent = ''): string {
  const line = JSON.stringify(value).replaceAll(',"', ', "').replaceAll(',{', ', {');
  if (indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const texts = Object.entries(value).map(([name, part]) => {
    const text = Object(part) === part ? formatJson(part, inner) : JSON.stringify(part);
    return `${isList ? '' : `"${name}": `}${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  const start = indent === '' ? `\n${inner}` : '';
  return open + start + fillLines(texts, LINE - inner.length).join(`,\n${inner}`) + close;
}

/** Joins short texts to lines of at most so many characters. */
function fillLines(texts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const joined = [...lines.slice(-1), text].join(', ');
    if (joined.length <= width && !joined.includes('\n')) lines.splice(-1, 1, joined);
    else lines.push(text);
  }
  return lines;
}
