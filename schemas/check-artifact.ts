import { hasType, type SectionData, type SectionPlan } from './artifact.ts';

/**
 * A header as its type.
 * @param check the validator of the kind's header schema
 * @throws Error naming the file and the field that is wrong
 */
export function checkedHeader<Header>(
  check: (json: unknown) => Header,
  json: unknown,
  name: string,
): Header {
  try {
    return check(json);
  } catch (error) {
    throw new Error(`${name}: its header is not as expected. ${(error as Error).message}`);
  }
}

/**
 * Holds decoded sections against what their kind must have.
 * @throws Error naming the section that is missing, of another type or of another length
 */
export function checkSections(
  sections: ReadonlyMap<string, SectionData>,
  plans: readonly SectionPlan[],
  name: string,
): void {
  for (const plan of plans) {
    const data = sections.get(plan.name);
    if (!data) throw wrong(name, plan, 'is missing');
    if (!hasType(data, plan.type)) throw wrong(name, plan, `is not ${plan.type}`);
    if (data.byteLength !== plan.byteLength) {
      const lengths = `has ${data.byteLength} bytes, expected ${plan.byteLength} for its header`;
      throw wrong(name, plan, lengths);
    }
  }
}

function wrong(name: string, plan: SectionPlan, what: string): Error {
  return new Error(`${name}: section "${plan.name}" ${what}. Run "make artifacts".`);
}
