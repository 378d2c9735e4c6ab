/** The life of an agreement at a fake provider, which the fakes of signing share. */
export interface FakeSignee {
  /** Our id, where the provider gets it. */
  id: string;
  name: string;
  email: string;
  seenAt: string | null;
  signedAt: string | null;
  rejectedAt: string | null;
}

export interface FakeAgreement {
  id: string;
  /** Our id, or the address for its hooks. */
  reference: string;
  title: string;
  state: 'preparation' | 'pending' | 'closed' | 'canceled' | 'rejected' | 'timedout';
  signees: FakeSignee[];
  document: Buffer;
  /** Number of requests at which the signed document is not ready yet. */
  notReady: number;
}

export function signeeOf(id: string, name: string, email: string): FakeSignee {
  return { id, name, email, seenAt: null, signedAt: null, rejectedAt: null };
}

/** A new agreement, with the values that its provider knows already. */
export function agreementOf(id: string, known: Partial<FakeAgreement> = {}): FakeAgreement {
  return {
    id,
    reference: '',
    title: '',
    state: 'preparation',
    signees: [],
    document: Buffer.alloc(0),
    notReady: 0,
    ...known,
  };
}

/**
 * Actions of people and of time on agreements, by the provider's id and the signee's place.
 * @param now milliseconds since 1970
 */
export function lifeOf(agreements: Map<string, FakeAgreement>, now: () => number) {
  const time = () => new Date(now()).toISOString();

  function pending(id: string): FakeAgreement {
    const agreement = agreements.get(id);
    if (agreement?.state === 'pending') return agreement;
    throw new Error(`The agreement ${id} is ${agreement?.state ?? 'not there'}.`);
  }

  function open(id: string, i: number): void {
    pending(id).signees[i].seenAt ??= time();
  }

  return {
    open,
    sign(id: string, i: number) {
      open(id, i);
      const agreement = pending(id);
      agreement.signees[i].signedAt ??= time();
      if (!agreement.signees.every(({ signedAt }) => signedAt !== null)) return;
      agreement.state = 'closed';
      agreement.document = pdf('signed', id);
    },
    decline(id: string, i: number) {
      open(id, i);
      const agreement = pending(id);
      agreement.signees[i].rejectedAt = time();
      agreement.state = 'rejected';
    },
    expire(id: string) {
      pending(id).state = 'timedout';
    },
    /** A later copy of the signed document. */
    seal(id: string) {
      const agreement = agreements.get(id);
      if (agreement) agreement.document = pdf('sealed', id);
    },
  };
}

export type FakeLife = ReturnType<typeof lifeOf>;

/** The beginning of a PDF. Nothing here reads more of one. */
export function pdf(...words: string[]): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${words.join(' ')}\n%%EOF\n`);
}
