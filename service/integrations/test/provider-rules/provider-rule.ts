/** A provider's answer to what breaks a rule. */
export interface RuleRefusal {
  status: number;
  /** The provider's code. Null if no source has it. */
  code: string | null;
  /** In the provider's language; where the source has the code alone, the text is a stand-in. */
  text: string;
}

/** What a provider does with what it is sent, as somebody measured or documented it. */
export interface ProviderRule {
  /** The fact in a sentence. */
  fact: string;
  source: string;
  /** Time at which it was measured or read, as exactly as it is known: YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string;
  /** A: official, or a recorded answer. B: second-hand and consistent. C: single or doubtful. */
  trust: 'A' | 'B' | 'C';
  /** The refusal of what breaks the rule; without one the provider takes it, and does what the fact says. */
  refusal?: RuleRefusal;
  /** The part that nobody has settled: the fake can do either, by the switch of that name. */
  unsettled?: { switch: string; note: string };
}
