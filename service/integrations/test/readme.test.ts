/** Runs the READMEs' commands as written: calls to a process that is set up as it describes, and the demo. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { COMMANDS } from '../../../schemas/commands/commands.mjs';
import { PROJECT } from '../../../schemas/project.ts';
import { assertPrinted, commandsOf, runDocumented } from '../../test/documented-commands.ts';
import { BASE_URL, startIntegrations, testOrganisation } from './integrations.ts';

/** A chapter of a README of this space. */
function section(file: string, heading: string): string {
  const parts = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(/^## /m);
  return parts.find((part) => part.startsWith(`${heading}\n`)) ?? assert.fail(`no ${heading}`);
}

const TOOLS = ['bash', 'curl', 'jq'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const skip = missing.length > 0 && `the README's commands need ${missing.join(', ')}`;

test('the calls of the set-up print what it shows', { skip }, async () => {
  const nothing = { crm: null, accounting: null, signature: null };
  const { organisation, key } = testOrganisation('solfirman', nothing);
  const { base } = await startIntegrations([{ organisation, key }]);
  const folder = testFolder();
  writeFileSync(join(folder, 'key.txt'), key);
  const text = section('README.md', 'Set-up')
    .replaceAll('http://localhost:3100', base)
    // The tests' process has another public name.
    .replaceAll('.public_url ', `'.public_url | sub("${BASE_URL}"; "${base}")' `);
  const commands = commandsOf(text);
  assert.ok(commands.length > 5);
  const printed = await runDocumented(commands, folder, {});
  for (const [i, command] of commands.entries()) assertPrinted(command, printed[i]);
});

test('the demo prints what it shows', async () => {
  const [command] = commandsOf(section('demo/README.md', 'On one machine'));
  assert.equal(command.command, 'make -s integrations-demo');
  // The target runs this when the pages are built.
  const run = `node --import tsx ${COMMANDS['integrations demo'].program}`;
  const [printed] = await runDocumented([{ ...command, command: run }], PROJECT, {});
  assertPrinted(command, printed);
});
