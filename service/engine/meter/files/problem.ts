import type sentences from './messages.json';

/** Codes of reports about a file. Each has its text in messages.json. */
export type MessageCode = keyof typeof sentences.sv;

/** A report about a file: its code, and the values that its text is filled with. */
export interface Message {
  code: MessageCode;
  values: Record<string, string | number>;
}

/** A file that cannot be read. */
export class MeterProblem extends Error {
  readonly translatable: Message;

  constructor(code: MessageCode, values: Message['values'] = {}) {
    super(`${code} ${JSON.stringify(values)}`);
    this.translatable = { code, values };
  }
}
