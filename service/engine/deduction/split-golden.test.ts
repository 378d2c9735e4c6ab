/** Holds the deduction and its split against a second implementation: fixtures/market/split-golden.py. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { greenDeduction, type OfferRow, rowTotalOre, turnkeyRows } from './green-deduction.ts';
import { type ByClass, WORK_CLASSES, type WorkClass } from './rates.ts';
import type { PartsWanted } from './split-reduction.ts';

interface GoldenRow {
  class: WorkClass | null;
  thousandths: number;
  price_ore: number;
  vat: number;
}

interface GoldenCase {
  rows: GoldenRow[];
  turnkey: boolean;
  paid_on: string;
  allowances: number[];
  mode: PartsWanted;
  answer: {
    rows_ore: number[];
    /** [percent of VAT, öre] */
    other_ore: number[][];
    amounts: number[];
    /** [applicant, SEK of each class] */
    parts: number[][];
    surplus: number[];
  };
}

const FOLDER = new URL('../../../fixtures/market/', import.meta.url);
const golden = readFileSync(new URL('split-golden.jsonl', FOLDER), 'utf8');
const cases: GoldenCase[] = golden
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

const list = (figures: ByClass) => WORK_CLASSES.map((workClass) => figures[workClass]);

function ours({ rows, turnkey, paid_on, allowances, mode }: GoldenCase): GoldenCase['answer'] {
  const costed = rows.map((row): OfferRow => {
    const totalOre = rowTotalOre(row.thousandths, row.price_ore);
    return { workClass: row.class, totalOre, vatPercent: row.vat };
  });
  const cut = turnkey ? turnkeyRows(costed) : { rows: costed, otherCosts: [] };
  const { amountsSek, parts, surplusSek } = greenDeduction(cut.rows, paid_on, allowances, mode);
  return {
    rows_ore: cut.rows.map(({ totalOre }) => totalOre),
    other_ore: cut.otherCosts.map(({ vatPercent, totalOre }) => [vatPercent, totalOre]),
    amounts: list(amountsSek),
    parts: parts.map(({ applicant, sek }) => [applicant, ...list(sek)]),
    surplus: list(surplusSek),
  };
}

test('every case gives the result of the second implementation, to the krona and the öre', () => {
  const wrong = cases.filter((one) => JSON.stringify(ours(one)) !== JSON.stringify(one.answer));
  for (const one of wrong.slice(0, 3)) assert.deepEqual(ours(one), one.answer, JSON.stringify(one));
  assert.equal(wrong.length, 0);
});

test('the cases cover all kinds: days, persons, modes, turnkey or not, too little allowance', () => {
  assert.ok(cases.length >= 360);
  const kinds = new Set(
    cases.map(({ turnkey, allowances, mode }) =>
      [turnkey, allowances.length, typeof mode === 'string' ? mode : 'shares'].join(),
    ),
  );
  assert.equal(kinds.size, 2 * 4 * 3);
  assert.equal(new Set(cases.map(({ paid_on }) => paid_on)).size, 7);
  const lacking = cases.filter(({ answer }) => answer.surplus.some((sek) => sek > 0));
  assert.ok(lacking.length > 60 && lacking.length < cases.length - 60, `${lacking.length}`);
});

test('the stored cases are the output of the script', (t) => {
  const script = fileURLToPath(new URL('split-golden.py', FOLDER));
  const { error, stdout, status } = spawnSync('python3', [script], { encoding: 'utf8' });
  if (error) return t.skip('no python3 here: the cases are taken as they are kept');
  assert.equal(status, 0);
  assert.equal(stdout, golden);
});
