/** The registers of a company at the fake of Fortnox: its units, and the accounts of its books. */
import type { Call, Reply } from '../fake-server.ts';
import { type FortnoxFake, refuse } from './account.ts';
import { pageReply, wrongFilter } from './lists.ts';

export function listUnits({ company }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, []);
  if (wrong) return wrong;
  const units = company.units.map((Code) => ({ Code, Description: Code }));
  return pageReply('Units', units, call);
}

export function readAccount({ company }: FortnoxFake, _call: Call, number: string): Reply {
  if (!company.accounts.includes(Number(number))) return refuse('accountNotFound');
  const Account = {
    Number: Number(number),
    Active: !company.closedAccounts.includes(Number(number)),
  };
  return { status: 200, body: { Account } };
}

export function listAccounts({ company }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, []);
  if (wrong) return wrong;
  const accounts = company.accounts.map((number) => {
    return {
      Number: number,
      Description: 'Konto',
      Active: !company.closedAccounts.includes(number),
    };
  });
  return pageReply('Accounts', accounts, call);
}

export function readCompany({ credentials }: FortnoxFake): Reply {
  return {
    status: 200,
    body: { CompanyInformation: { DatabaseNumber: Number(credentials.tenantId) } },
  };
}
