/** What HubSpot takes as values of contacts and deals. */
import type { HubspotRule } from '../../provider-rules/hubspot-rules.ts';
import type { Reply } from '../fake-server.ts';
import { type Account, refuse, refuseValue, type Values } from './account.ts';

const OWN_CONTACT = ['email', 'firstname', 'lastname', 'phone'];
const OWN_DEAL = ['dealname', 'pipeline', 'dealstage', 'amount'];
/** A few of IANA's top domains. */
const TOP_DOMAINS = ['com', 'eu', 'net', 'nu', 'org', 'se'];
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]+$/;

/** The refusal of the values of a contact, if they break a rule. */
export function wrongContact(values: Values): Reply | undefined {
  const unknown = Object.keys(values).find((name) => !OWN_CONTACT.includes(name));
  if (unknown !== undefined) return refuseValue('unknownProperty', unknown);
  const { email, firstname, lastname } = values;
  if (!email && !firstname && !lastname) return refuse('nameRequired');
  return email !== undefined && !isEmail(email) ? refuseValue('badEmail', 'email') : undefined;
}

/** The refusal of the values of a deal, if they break a rule. */
export function wrongDeal(account: Account, values: Values): Reply | undefined {
  for (const [name, value] of Object.entries(values)) {
    const rule = brokenBy(account, name, value);
    if (rule) return refuseValue(rule, name);
  }
  const { dealstage, pipeline = 'default' } = values;
  const stages = account.pipelines.get(pipeline) ?? [];
  if (dealstage === undefined || stages.includes(dealstage)) return undefined;
  return refuseValue('stageOfPipeline', 'dealstage');
}

function brokenBy(account: Account, name: string, value: string): HubspotRule | undefined {
  const property = account.properties.get(name);
  if (!property && !OWN_DEAL.includes(name)) return 'unknownProperty';
  const isNumber = (property?.type === 'number' || name === 'amount') && value !== '';
  if (isNumber && !/^-?\d+(\.\d+)?$/.test(value)) return 'numbers';
  return (account.validation.get(name)?.(value) ?? true) ? undefined : 'validationRules';
}

function isEmail(email: string): boolean {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  return (
    LOCAL_PART.test(local) && TOP_DOMAINS.includes(domain.toLowerCase().split('.').at(-1) ?? '')
  );
}
