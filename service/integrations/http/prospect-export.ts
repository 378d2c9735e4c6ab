/** All that is kept of a prospect, for whoever asks the organisation what it has of them. */
import { Router } from 'express';
import type {
  ExportedAgreement,
  ExportedLink,
  Offer,
  ProspectExport,
  Task,
} from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import { notFound } from '../errors.ts';
import { personalNumberOf } from '../mapping/personal-number.ts';
import type { IntegrationsParts } from '../parts.ts';
import { agreementsOf } from '../store/agreements.ts';
import { readCustomer } from '../store/links.ts';
import { offersOf, type StoredOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import { OF_PROSPECT } from '../store/rows-of-person.ts';
import type { OwnStatements } from '../store/store.ts';
import { SHOWN_STATE } from '../store/task-list.ts';
import { organisationOf } from './access.ts';
import { offerAnswer } from './offer-answer.ts';
import { pathId } from './request-values.ts';

const MASKED_NUMBER = '*'.repeat(12);

/** GET /prospects/{id}/export */
export function prospectExportRoutes({ store, baseUrl, now }: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/prospects/:id/export')
    .get(async (request, response) => {
      const id = pathId(request, 'prospect');
      const db = store.of(organisationOf(response).id);
      const prospect = await readProspect(db, id);
      if (prospect === null) throw notFound('prospect');
      const stored = await offersOf(db, id);
      const offers: Offer[] = [];
      for (const offer of stored) offers.push(await offerAnswer(db, offer, baseUrl));
      response.setHeader('Content-Disposition', `attachment; filename="${id}.json"`);
      response.json({
        exported_at: now().toISOString(),
        prospect,
        offers,
        agreements: await exportedAgreements(db, stored),
        links: await exportedLinks(db, id),
        tasks: await exportedTasks(db, id),
      } satisfies ProspectExport);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

async function exportedAgreements(
  db: OwnStatements,
  offers: readonly StoredOffer[],
): Promise<ExportedAgreement[]> {
  const exported: ExportedAgreement[] = [];
  for (const { id } of offers) {
    for (const { agreement } of await agreementsOf(db, id)) {
      exported.push({ offer_id: id, agreement });
    }
  }
  return exported;
}

async function exportedLinks(db: OwnStatements, prospectId: string): Promise<ExportedLink[]> {
  const links = await db.query<ExportedLink>(
    `select kind, subject, provider, ref as id from link
     where kind not in ('invoice_asked', 'deal_set', 'sync_error') and (${OF_PROSPECT.link}) order by kind, subject, provider`,
    prospectId,
  );
  for (const link of links) {
    if (link.kind !== 'customer') continue;
    const number = (await readCustomer(db, prospectId, link.provider)) ?? '';
    link.id = personalNumberOf(number) === null ? number : MASKED_NUMBER;
  }
  return links;
}

function exportedTasks(db: OwnStatements, prospectId: string): Promise<Task[]> {
  return db.query<Task>(
    `select kind, subject, ${SHOWN_STATE} as state, attempts, run_at,
       coalesce(last_error, notice) as last_error, null as paused from task
     where ${OF_PROSPECT.task} order by kind, subject`,
    prospectId,
  );
}
