import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { DeliveryStatus, MessageMedia } from "../db/schema/entities/message.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { list, type Page, type PageRequest } from "../operations/list.ts";
import type { Scope } from "../operations/scope.ts";

/** A text on a handset, with the status of its message or passcode. */
export interface HandsetText {
  id: string;
  kind: "text" | "otp";
  sender: string;
  handset: string;
  sealed: Buffer;
  createdAt: Timestamp;
  status: DeliveryStatus;
  errorCode: string | null;
  media: MessageMedia[];
}

/** Which texts are listed. */
export interface HandsetFilter {
  /** Only texts to this handset. */
  to: string | undefined;
  /** Only texts after this timestamp. */
  since: Timestamp | undefined;
}

/**
 * The texts on the handsets of the team in the request's mode, the newest first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listTexts(scope: Scope, { to, since }: HandsetFilter, page: PageRequest): Promise<Page<HandsetText>> {
  const { teamId, testMode } = scope;
  return list<HandsetText, "createdAt">(scope, page, {
    name: "simulated",
    filter: `${testMode}/${to ?? ""}/${since ?? ""}`,
    order: ["createdAt"],
    read: (em, after, limit) => readTexts(em, { teamId, testMode, to, since, before: after?.createdAt, limit }),
  });
}

interface Wanted extends HandsetFilter {
  teamId: string;
  testMode: boolean;
  before: Timestamp | undefined;
  limit: number;
}

async function readTexts(
  em: EntityManager,
  { teamId, testMode, to, since, before, limit }: Wanted,
): Promise<HandsetText[]> {
  const only = [
    ...(to === undefined ? [] : [sql`and s.handset = ${to}`]),
    ...(since === undefined ? [] : [sql`and s.created_at > ${since}::timestamptz`]),
    ...(before === undefined ? [] : [sql`and s.created_at < ${before}::timestamptz`]),
  ];
  const { rows } = await sql<Omit<HandsetText, "createdAt" | "errorCode"> & { created_at: string; error_code: string }>`
    select s.id, s.kind, s.sender, s.handset, s.sealed, s.created_at, t.status, t.error_code, t.media
    from simulated_text s
    cross join lateral (
      select * from (
        select m.status, m.error_code, m.media from message m where m.team_id = s.team_id and m.id = s.id
        union all
        select o.delivery_status, o.error_code, '[]'::jsonb from otp o where o.team_id = s.team_id and o.id = s.id
      ) as record limit 1
    ) as t
    where s.team_id = ${teamId} and s.test_mode = ${testMode} ${sql.join(only, sql` `)}
    order by s.created_at desc limit ${limit}
  `.execute(queries(em));
  return rows.map(({ created_at, error_code: errorCode, ...text }) => {
    return { ...text, errorCode, createdAt: fromPostgres(created_at) };
  });
}
