import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import { ANSWER_LINES } from '../api-docs/code-data.ts';
import { trimAnswer } from '../api-docs/trim-answer.ts';
import { CODE_LANGUAGES, runCode } from './run-code.ts';
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

test('the API pages: all operations, and code that runs as copied', async ({
  page,
  checked: { base, expect },
}) => {
  await page.goto('/docs/api?l=en');
  expect(Number(await page.evaluate(ICON_WIDTH)) > 0, 'the icon loads');
  const shown = await page.locator('.operations code').allInnerTexts();
  expect(
    shown.toSorted().join() ===
      OPERATIONS.map(({ call }) => call)
        .toSorted()
        .join(),
    `all ${OPERATIONS.length} operations are shown`,
  );
  const { version } = openapi.info;
  expect((await page.locator('main').innerText()).includes(version), `version ${version} is shown`);
  // Every operation's code, as it is copied, gets the same answer in every language.
  for (const { id, isContract } of OPERATIONS) {
    await page.goto(`/docs/api/${id}?l=en`);
    const answers = new Set<string>();
    for (const language of CODE_LANGUAGES) {
      const code = (await page.locator(`pre.in-${language}`).textContent()) ?? '';
      answers.add(JSON.stringify(JSON.parse(await runCode(language, code, base))));
    }
    const [answer] = answers;
    expect(answers.size === 1 && !answer.startsWith('{"error"'), `${id}: its code runs as copied`);
    const shown = await page.locator('.answer pre').innerText();
    // Of the document itself the example has only the beginning.
    const isIt = shown === trimAnswer(JSON.parse(answer), { lines: ANSWER_LINES });
    expect(isIt || isContract, `${id}: the answer on its page is that of its code`);
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(Number(height) <= 3000, `${id}: its page is ${height} px high`);
  }
});
