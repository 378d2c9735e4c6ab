import { dealProperties } from '../mapping/deal-properties.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { Finding, Proofs } from '../providers/proofs/proof.ts';

export const PORTS = ['crm', 'accounting', 'signature'] as const;
type Port = (typeof PORTS)[number];

/** Reads what writing to an account needs. */
export async function inspectAccount(
  { crm }: Organisation,
  proofs: Proofs,
  port: Port,
): Promise<Finding[]> {
  if (port === 'crm') return (await proofs.crm?.inspect(dealProperties(crm?.prefix ?? ''))) ?? [];
  return (await proofs[port]?.inspect()) ?? [];
}

/** A finding in a line. */
export function findingLine({ what, fault }: Finding): string {
  return `${what}: ${fault ?? 'ok'}`;
}

/** An account as lines name it: its port and its provider. */
export function labelOf(organisation: Organisation, port: Port): string {
  return `${port} ${organisation[port]?.provider ?? 'none'}`;
}
