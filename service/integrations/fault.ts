/** A fault of this program as it is logged. */
export interface Fault {
  type: string;
  code: string | undefined;
  /** Where it was thrown. */
  stack: string;
}

/** The fault without the error's message: a database's message repeats the row that it rejected. */
export function faultOf(error: Error & { code?: string }): Fault {
  const { name, code, stack = '' } = error;
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: name, code, stack: places.join('\n') };
}
