/** The segment of addresses whose calls are not signed: their last part is ours alone. Agreements that are out have it. */
export const UNSIGNED_HOOK = 'scrive';
