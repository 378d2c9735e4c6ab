const LINE = 84;

/** Formats JSON that is also JavaScript, Python and jq (without true, false and null), in lines that a window holds. */
export function formatJson(value: object, indent = ''): string {
  const line = JSON.stringify(value).replaceAll(',"', ', "').replaceAll(',{', ', {');
  const parts = Object.entries(value);
  const isRow = parts.every(([, part]) => typeof part === 'number');
  if (isRow || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = parts.map(([name, part]) => {
    const text = Object(part) === part ? formatJson(part, inner) : JSON.stringify(part);
    return `${inner}${isList ? '' : `"${name}": `}${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
