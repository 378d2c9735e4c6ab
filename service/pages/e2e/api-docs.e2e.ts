import { expect } from '@playwright/test';
import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import { ANSWER_LINES } from '../api-docs/code-data.ts';
import { trimAnswer } from '../api-docs/trim-answer.ts';
import { CODE_LANGUAGES } from '../ui/write-code.ts';
import { runCode } from './run-code.ts';
import { test } from './test.ts';

const ICON_WIDTH = `(async () => {
  const icon = new Image();
  icon.src = document.querySelector('link[rel=icon]').href;
  await icon.decode();
  return icon.naturalWidth;
})()`;

const OPERATIONS = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, tags }]) => ({
    id: operationId,
    isContract: tags.includes('Contract'),
    call: `${method.toUpperCase()} ${path}`,
  })),
);

test('the API pages: all operations, and code that runs as copied', async ({ page, baseURL }) => {
  await page.goto('/docs/api?l=en');
  expect(await page.evaluate(ICON_WIDTH)).toBeGreaterThan(0);
  const shown = await page.locator('.operations code').allInnerTexts();
  expect(shown.toSorted()).toEqual(OPERATIONS.map(({ call }) => call).toSorted());
  await expect(page.locator('main')).toContainText(openapi.info.version);
  // Every operation's code, as it is copied, gets the same answer in every language.
  for (const { id, isContract } of OPERATIONS) {
    await page.goto(`/docs/api/${id}?l=en`);
    const answers = new Set<string>();
    for (const language of CODE_LANGUAGES) {
      const code = (await page.locator(`pre.in-${language}`).textContent()) ?? '';
      answers.add(JSON.stringify(JSON.parse(await runCode(language, code, baseURL ?? ''))));
    }
    const [answer] = answers;
    expect(answers.size, `answers to ${id} as copied`).toBe(1);
    expect(answer).not.toMatch(/^{"error"/);
    const shown = await page.locator('.answer pre').innerText();
    // The example has only the beginning of the document itself.
    if (!isContract) expect(shown).toBe(trimAnswer(JSON.parse(answer), { lines: ANSWER_LINES }));
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height, `height of ${id}, px`).toBeLessThanOrEqual(3000);
  }
});
