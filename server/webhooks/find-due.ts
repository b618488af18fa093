import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import type { JobData } from "../queue/queues.ts";

/** A delivery whose next attempt is to be made now. */
export interface DueDelivery {
  teamId: string;
  id: string;
  url: string;
  payload: string;
  /** The number of the attempt, from 1. */
  attempt: number;
}

/** The deliveries of jobs by their ids, without deliveries whose attempt was already made or is obsolete. */
export async function findDue(
  em: EntityManager,
  jobs: JobData["webhooks.deliver"][],
): Promise<Map<string, DueDelivery>> {
  if (jobs.length === 0) return new Map();
  const { rows: due } = await sql<{ team_id: string; id: string; url: string; payload: string; attempt: number }>`
    select d.team_id, d.id, d.url, d.payload, a.attempt
    from ${rows("a", jobs, { teamId: "uuid", deliveryId: "uuid", attempt: "int" })}
    join webhook_delivery d on d.team_id = a.team_id and d.id = a.delivery_id
      and d.status = 'pending' and d.attempt_count = a.attempt - 1
  `.execute(queries(em));
  return new Map(due.map(({ team_id: teamId, ...row }) => [row.id, { teamId, ...row }]));
}
