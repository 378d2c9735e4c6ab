/** Runs our adapter against a fake that refuses by its rules. */
import { test } from 'node:test';

/** Does what the rule is about by our adapter, which passes or reports the failure as it has to. */
export type AdapterCase<World> = (world: World) => Promise<unknown>;

interface RuleTests<Rule extends string, World> {
  provider: string;
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
  const { provider, start, whole, cases } = tests;
  const unsettled: RuleTests<Rule, World>['unsettled'] = tests.unsettled ?? {};
  test(`${provider}: what we send keeps every rule`, async () => void (await whole(await start())));
  for (const rule of Object.keys(cases) as Rule[]) {
    test(`${provider}, ${rule}`, async () => void (await cases[rule]?.(await start())));
  }
  for (const rule of Object.keys(unsettled) as Rule[]) {
    test(`${provider}, ${rule}, the other way`, async () => {
      const world = await start();
      unsettled[rule]?.(world);
      await (cases[rule] ?? whole)(world);
    });
  }
}
