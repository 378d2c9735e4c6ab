/** The words in which an agreement that is doubted is shown to a person, in the place of work that is stuck. */
import type { AgreementDoubt } from '../../../schemas/types.ts';

const WORDS: Record<AgreementDoubt['state'], string> = {
  deleted: 'it is not there any more, and ends when a reading an hour later says so again',
  failed: 'it cannot go on, and ends when a reading an hour later says so again',
  unknown: 'its status is not known here, and it goes on until it has another; look at it there',
  missing:
    'the account does not show it, and has no other one of yours that tells whether it is the right account; check credentials and address, or revoke the agreement if it was deleted there',
};

/** Words of a doubt for a person; undefined if there is none. */
export function doubtNotice(doubt: AgreementDoubt | null | undefined): string | undefined {
  if (!doubt) return undefined;
  const { state, reason, since } = doubt;
  return `The agreement is in doubt since ${since} (${reason ?? state}): ${WORDS[state]}.`;
}
