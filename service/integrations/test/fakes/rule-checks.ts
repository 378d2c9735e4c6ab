/** Checks of rules, which a fake makes in their order. */

/** A rule, and whether what was sent breaks it. */
export type Check<Rule extends string, Sent> = readonly [Rule, (sent: Sent) => boolean];

/** The first rule that is broken, if one is. */
export function brokenRule<Rule extends string, Sent>(
  checks: readonly Check<Rule, Sent>[],
  sent: Sent,
): Rule | undefined {
  return checks.find(([, isBroken]) => isBroken(sent))?.[0];
}
