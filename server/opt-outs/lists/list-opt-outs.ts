import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import type { ConsentSource } from "../keywords.ts";

/** A phone that has opted out, with what its newest effective entry says. */
export interface OptedOutPhone {
  phoneNumber: string;
  createdAt: Timestamp;
  /** Null if there is no entry, because the opt-out is older than the log. */
  source: ConsentSource | null;
  keyword: string | null;
  messageId: string | null;
}

interface Row {
  phone_number: string;
  created_at: string;
  source: ConsentSource | null;
  keyword: string | null;
  message_id: string | null;
}

type Position = Pick<OptedOutPhone, "createdAt" | "phoneNumber">;

/** Lists the phones that have opted out, the newest opt-out first. @throws validation_error for a cursor of another list */
export function listOptOuts(scope: Scope, page: PageRequest): Promise<Page<OptedOutPhone>> {
  return list<OptedOutPhone, keyof Position>(scope, page, {
    name: "opt-outs",
    order: ["createdAt", "phoneNumber"],
    read: (em, after, limit) => readOptOuts(em, scope.teamId, after, limit),
  });
}

/** Reads phones that have opted out, the newest opt-out first. */
export async function readOptOuts(
  em: EntityManager,
  teamId: string,
  after: Position | undefined,
  limit: number,
): Promise<OptedOutPhone[]> {
  const earlier = after
    ? sql`and (created_at, phone_number) < (${after.createdAt}::timestamptz, ${after.phoneNumber}::text)`
    : sql``;
  const { rows } = await sql<Row>`
    select o.phone_number, o.created_at, e.source, e.keyword, e.message_id
    from (
      select team_id, phone_number, created_at from opt_out
      where team_id = ${teamId} and created_at > '1970-01-01 00:00:00+00' ${earlier}
      order by created_at desc, phone_number desc limit ${limit}
    ) o
    left join lateral (
      select source, keyword, message_id from consent_event
      where team_id = o.team_id and phone_number = o.phone_number and is_effective order by sequence desc limit 1
    ) e on true
    order by o.created_at desc, o.phone_number desc
  `.execute(queries(em));
  return rows.map(({ phone_number, created_at, source, keyword, message_id }) => ({
    phoneNumber: phone_number,
    createdAt: fromPostgres(created_at),
    source,
    keyword,
    messageId: message_id,
  }));
}
