/** A `MeterAnswer` with what stopped the program, where reading failed by no fault of the file. */
export function failedAnswer(error: unknown) {
  const found = error instanceof Error ? error.message : String(error);
  const problem = { code: 'unreadable', values: { found } } as const;
  return { columns: [], times: [], writing: null, year: null, problem };
}
