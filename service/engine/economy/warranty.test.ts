import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import type { BatteryCell } from '../../pages/explorer/worker/money-answer.ts';
import { wordsOf } from '../../pages/messages/messages.ts';
import type { Proposal } from '../../pages/proposal/proposal-contract.ts';
import { STATE } from '../../pages/proposal/states.test-kit.ts';
import { proposalFigures } from './proposal-figures.ts';
import { WARRANTY } from './suggestion.ts';

const LONGER = { ...programs, warranty: { ...programs.warranty, years: 12, cycles: 7200 } };

/** Loads a file as it would be if the file of the warranty had a longer one. */
async function withLongerWarranty(file: string) {
  const source = new URL(`../../${file}`, import.meta.url);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'import.meta.url': JSON.stringify(source.href) },
    write: false,
    plugins: [
      {
        name: 'longer-warranty',
        setup({ onLoad }) {
          const contents = JSON.stringify(LONGER);
          onLoad({ filter: /battery-programs\.json$/ }, () => ({ contents, loader: 'json' }));
        },
      },
    ],
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
}

test('the warranty is read from battery-programs.json', () => {
  const { years, cycles } = programs.warranty;
  assert.deepEqual(WARRANTY, { years, cycles });
});

test('a longer warranty in the file applies to the explorer', async () => {
  const { computeBatteryPaybacks }: typeof import('../../pages/explorer/client/payback.ts') =
    await withLongerWarranty('pages/explorer/client/payback.ts');
  const cell = (cyclesPerYear: number): BatteryCell => ({
    sizeKwh: 5,
    strategy: 'combined',
    savesSek: 1,
    cyclesPerYear,
    isBestOfSize: true,
  });
  const answer = { costSek: 0, sunSek: 0, cells: [cell(100), cell(800)] };
  const payment = { paid_on: '2026-11-22', adults: 1, panelSek: 0 };
  const found = computeBatteryPaybacks(answer, () => 60_000, payment);
  assert.deepEqual(
    found.map(({ warrantyYears }) => warrantyYears),
    [12, 9],
  );
});

test('a longer warranty in the file applies to a proposal', async () => {
  const { renderProposal }: typeof import('../../pages/proposal/proposal.tsx') =
    await withLongerWarranty('pages/proposal/proposal.tsx');
  const proposal: Proposal = {
    language: 'en',
    languages: [],
    brand: { title: '', logo: null, phone: '' },
    state: STATE,
    figures: proposalFigures(STATE),
    datasetToday: null,
    explorer: '',
    prices: '',
    qr: { size: 0, path: '' },
  };
  const html = renderProposal(wordsOf('en').proposal, proposal);
  assert.match(html, /usually 12 years and 7,200 cycles/);
});
