/** Runs a test for each rule of a provider: the fake refuses what breaks it, and our adapter passes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderRule } from './provider-rule.ts';

/** A refusal as it came. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface RuleCase<World> {
  /** Sends what breaks the rule; without a refusal in the table it shows what the fake does instead. */
  breaks(world: World): Promise<unknown>;
  /** Does what would break it by our adapter, which passes, or tells the failure as it has to. */
  ours(world: World): Promise<void>;
  /** Throws the switch of what is not settled; then ours has to pass again. */
  otherwise?(world: World): void;
}

/** @param start starts a fake, with our adapter on it */
export function testRules<Rule extends string, World>(
  provider: string,
  rules: Record<Rule, ProviderRule>,
  cases: Record<Rule, RuleCase<World>>,
  start: () => Promise<World>,
): void {
  for (const rule of Object.keys(rules) as Rule[]) {
    const { fact, refusal, unsettled } = rules[rule];
    test(`${provider}, ${rule}: ${fact}`, async () => {
      const { breaks, ours, otherwise } = cases[rule];
      const answer = await breaks(await start());
      if (refusal) {
        assert.ok(isAnswer(answer), 'nothing was sent that breaks the rule');
        assert.equal(answer.status, refusal.status, answer.text);
        for (const part of [refusal.code ?? '', refusal.text]) {
          assert.ok(answer.text.includes(part), `${answer.text} has no ${part}`);
        }
      }
      await ours(await start());
      if (!otherwise) return;
      const other = await start();
      otherwise(other);
      await ours(other);
    });
    test(`${provider}, ${rule} is a whole row`, () => {
      assert.match(rules[rule].date, /^20\d\d(-\d\d){0,2}$/);
      assert.ok(fact.endsWith('.') && rules[rule].source !== '');
      if (unsettled) assert.ok(unsettled.note.endsWith('.') && unsettled.switch !== '');
    });
  }
}

function isAnswer(value: unknown): value is RawAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && 'text' in value;
}
