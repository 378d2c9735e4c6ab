/**
 * Scrive's rules. The fake refuses by them, and each has a test that our requests keep it.
 *
 * Sources: doc is scrive/openapi2slate, scrive_api.md; mcp is scrive/mcp, Scrive's own; server is Scrive's published
 * server source, Doc.API.V2 and Doc.Validation.Starting.
 */
import type { ProviderRule } from './provider-rule.ts';

const refused = (code: string, text: string, status = 409) => ({ status, code, text });
const doc = { source: 'doc', date: '2022-10', trust: 'A' } as const;
const mcp = { source: 'mcp', date: '2026', trust: 'A' } as const;
const server = { source: 'server', date: '2021', trust: 'A' } as const;
const STATE = 'document_state_error';

export const SCRIVE_RULES = {
  statuses: {
    ...mcp,
    fact: 'A document is preparation, awaiting_start, pending, closed, canceled, timedout, rejected or document_error.',
  },
  prolonged: {
    ...doc,
    source: 'doc; server',
    fact: 'What has timed out can be prolonged by 1 to 90 days, by hand too, and is pending again.',
    refusal: refused('request_parameters_invalid', 'days: expected 1 to 90', 400),
    unsettled: { switch: 'prolongsAYear', note: 'The server’s source allows 365 days.' },
  },
  fileBeforeClosing: {
    ...doc,
    source: 'doc; server',
    fact: 'Before a document is closed its file is there, and is not signed.',
  },
  fileWhileSealing: {
    ...doc,
    source: 'doc; Scrive’s client test',
    trust: 'C',
    fact: 'For about ten seconds after closing the signed file is 503.',
    refusal: refused(STATE, 'The document is not sealed yet.', 503),
    unsettled: {
      switch: 'sealingIsConflict',
      note: 'Scrive’s own test of its client expects 409.',
    },
  },
  olderRole: {
    ...mcp,
    source: 'mcp; server',
    fact: 'Where is_signatory and signatory_role are both sent, the older one wins.',
  },
  partyIds: {
    ...doc,
    fact: 'Ids of parties may change until the start, and people may add and reorder parties before it.',
  },
  startTwice: {
    ...server,
    fact: 'Only a draft can be started.',
    refusal: refused(STATE, 'The document is not a draft.'),
  },
  startWithoutSignatory: {
    ...server,
    fact: 'A document that nobody signs cannot be started.',
    refusal: refused(STATE, 'The document has no signing party.'),
  },
  startWithoutFile: {
    ...server,
    fact: 'A document without a file cannot be started.',
    refusal: refused(STATE, 'The document has no file.'),
  },
  startBadEmail: {
    ...server,
    fact: 'A party to whom it goes by e-mail has a valid one.',
    refusal: refused(STATE, 'A party has an invalid e-mail address.'),
  },
  mobileForm: {
    ...doc,
    source: 'doc; server',
    fact: 'A mobile number is a plus, the country and digits.',
    refusal: refused(STATE, 'A party has an invalid mobile number.'),
  },
  startPersonalNumber: {
    ...server,
    fact: 'Who signs by BankID has a field of a personal number, empty or valid with 10 or 12 digits.',
    refusal: refused(STATE, 'A party has an invalid personal number.'),
  },
  methodSwitchedOff: {
    ...server,
    fact: 'A method to sign has to be switched on for the account.',
    refusal: refused(STATE, 'The authentication method is not enabled.'),
  },
  updateOfDraft: {
    ...server,
    fact: 'Only a draft can be updated.',
    refusal: refused(STATE, 'The document cannot be updated.'),
  },
  updateJson: {
    ...server,
    fact: 'What is no JSON cannot be parsed.',
    refusal: refused('request_parameters_parse_error', 'document: not valid JSON', 400),
  },
  cancelOfPending: {
    ...server,
    fact: 'Only what is pending can be cancelled.',
    refusal: refused(STATE, 'The document is not pending.'),
  },
  objectVersion: {
    ...server,
    fact: 'A version that is not the document’s is refused.',
    refusal: refused('document_object_version_mismatch', 'The version differs.'),
  },
  foreignDocument: {
    ...doc,
    source: 'doc; server',
    fact: 'Another account’s document is 403, which says nothing of the account.',
    refusal: refused('document_action_forbidden', 'No right to this document.', 403),
  },
  noPrivileges: {
    ...doc,
    source: 'doc; server',
    fact: 'A token without a right is 403.',
    refusal: refused('insufficient_privileges', 'The token lacks a right.', 403),
  },
  badCredentials: {
    ...doc,
    fact: 'Credentials that do not hold are 401.',
    refusal: refused('invalid_authorisation', 'The access credentials are not right.', 401),
  },
  callback: {
    ...doc,
    fact: 'A call back is a form with the document as JSON, and whether it is signed and sealed; it comes again.',
  },
  nothingIsUnique: {
    ...doc,
    fact: 'A new document is another one each time: there is no key.',
  },
  titleOfFile: {
    source: 'doc, documents/new',
    date: '2022-10',
    trust: 'A',
    fact: 'A new document has the name of its file, without the extension, as its title.',
  },
  listFilter: {
    source: 'doc, documents/list and ListFilter',
    date: '2022-10',
    trust: 'A',
    fact: 'The list of documents is filtered by all of the filters that are given as JSON, has the newest first, and comes in pages (`offset`, `max`).',
    refusal: refused('request_parameters_parse_error', 'filter: not a list of filters', 400),
  },
  slowAnswers: {
    ...mcp,
    fact: 'An answer may take long: Scrive’s own client waits 30 s.',
  },
  newWords: {
    ...mcp,
    fact: 'Answers have methods, fields and members that older documents do not name.',
  },
  authorFields: {
    ...doc,
    trust: 'B',
    fact: 'The author’s fields are the account’s, whatever is sent.',
  },
} satisfies Record<string, ProviderRule>;

export type ScriveRule = keyof typeof SCRIVE_RULES;
