import type { AccountCall } from './provider-http.ts';

/** The account of an organisation. */
export interface HubspotAccount {
  baseUrl: string;
  /** A segment of the paths, such as 2026-09. */
  version: string;
  token: string;
  /** Of the deal properties' names, and the name of their group. */
  prefix: string;
  pipeline: string;
  stage: string;
}

/** The account, and how to call it. */
export interface Hubspot extends HubspotAccount {
  call: AccountCall;
}
