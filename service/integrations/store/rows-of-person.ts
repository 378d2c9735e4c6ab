/** Rows that belong to a prospect: all of them are exported, and all of them are erased. */

/** Conditions by table, in the order in which the rows can go: those that others are found by are last. */
type RowsByTable = Record<string, string>;

/** Rows of a prospect, $2. */
export const OF_PROSPECT: RowsByTable = {
  ...rowsOf('select id from offer where org = $1 and prospect_id = $2', {
    link: `or org = $1 and kind in ('contact', 'deal', 'deal_set', 'sync_error', 'offer_url', 'customer') and subject = $2`,
    task: `or org = $1 and kind like 'crm.%' and subject = $2`,
  }),
  prospect: 'org = $1 and id = $2',
};

/** Rows of an offer, $2. */
export const OF_OFFER: RowsByTable = rowsOf('select id from offer where org = $1 and id = $2');

/** Rows of the offers that a statement selects, and more links and tasks beside theirs. */
function rowsOf(offers: string, more = { link: '', task: '' }): RowsByTable {
  const agreements = `select id from agreement where org = $1 and offer_id in (${offers})`;
  return {
    agreement_event: `org = $1 and agreement_id in (${agreements})`,
    task: `org = $1 and kind like 'invoice.%' and subject in (${offers})
      or org = $1 and kind like 'sign.%' and subject in (${agreements}) ${more.task}`,
    link: `org = $1 and kind in ('invoice', 'invoice_asked') and subject in (${offers})
      or org = $1 and kind = 'agreement' and subject in (${agreements}) ${more.link}`,
    document: `org = $1 and offer_id in (${offers})`,
    agreement: `org = $1 and offer_id in (${offers})`,
    offer: `org = $1 and id in (${offers})`,
  };
}
