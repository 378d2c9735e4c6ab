/** A fault of this program as the log has it. */
export interface Fault {
  type: string;
  code: string | undefined;
  /** Where it was thrown. */
  stack: string;
}

/** Without what the error says: a database's words repeat the row that it refused. */
export function faultOf(error: Error & { code?: string }): Fault {
  const { name, code, stack = '' } = error;
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: name, code, stack: places.join('\n') };
}
