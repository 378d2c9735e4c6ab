/** Runs our adapter against a fake that refuses by a table of rules. */
import { test } from 'node:test';
import type { ProviderRule } from './provider-rule.ts';

/** Does what the rule is about by our adapter, which passes or reports the failure as it has to. */
export type AdapterCase<World> = (world: World) => Promise<unknown>;

interface RuleTests<Rule extends string, World> {
  provider: string;
  rules: Record<Rule, ProviderRule>;
  /** Starts a fake, with our adapter on it. */
  start: () => Promise<World>;
  /** All that we send in the life of one object: it keeps every rule. */
  whole: AdapterCase<World>;
  /** Rules that take more than what a whole life sends. */
  cases: Partial<Record<Rule, AdapterCase<World>>>;
  /** Makes the fake do the other thing, for each rule that no source settles. */
  unsettled?: Partial<Record<Rule, (world: World) => void>>;
}

export function testRules<Rule extends string, World>(tests: RuleTests<Rule, World>): void {
  const { provider, rules, start, whole, cases, unsettled } = tests;
  test(`${provider}: what we send keeps every rule`, async () => void (await whole(await start())));
  for (const rule of Object.keys(rules) as Rule[]) {
    const passes = cases[rule];
    if (passes) {
      test(`${provider}, ${rule}: ${rules[rule].fact}`, async () => {
        await passes(await start());
      });
    }
    const change = unsettled?.[rule];
    if (!change) continue;
    test(`${provider}, ${rule}, the other way: ${rules[rule].unsettled?.note}`, async () => {
      const world = await start();
      change(world);
      await (passes ?? whole)(world);
    });
  }
}
