/** What Scrive checks when a document is started. */
import type { ScriveRule } from '../../provider-rules/scrive-rules.ts';
import type { FakeAgreement } from '../fake-agreement.ts';
import type { Check } from '../rule-checks.ts';
import { type FakeParty, fieldsText, type ScriveFake, signs } from './account.ts';

interface Started {
  fake: ScriveFake;
  agreement: FakeAgreement;
  parties: FakeParty[];
}

const anySigning =
  (isBroken: (party: FakeParty, started: Started) => boolean) =>
  (started: Started): boolean =>
    started.parties.some((party) => signs(party) && isBroken(party, started));

export const START_CHECKS: readonly Check<ScriveRule, Started>[] = [
  ['startTwice', ({ agreement }) => agreement.state !== 'preparation'],
  ['startWithoutFile', ({ agreement }) => agreement.document.length === 0],
  ['startWithoutSignatory', ({ parties }) => !parties.some(signs)],
  ['startBadEmail', anySigning((party) => !/^\S+@\S+\.\S+$/.test(fieldsText(party, 'email')))],
  ['mobileForm', anySigning((party) => !/^(\+\d{8,15})?$/.test(fieldsText(party, 'mobile')))],
  ['startPersonalNumber', anySigning(hasNoNumber)],
  [
    'methodSwitchedOff',
    anySigning(
      ({ authentication_method_to_sign: method = 'standard' }, { fake }) =>
        !fake.methods.includes(method),
    ),
  ],
];

/** Whether somebody signs by BankID without a field for the number, or with one that cannot be. */
function hasNoNumber(party: FakeParty): boolean {
  if (party.authentication_method_to_sign !== 'se_bankid') return false;
  const hasField = party.fields?.some(({ type }) => type === 'personal_number') ?? false;
  return !hasField || !/^(\d{10}|\d{12})?$/.test(fieldsText(party, 'personal_number'));
}
