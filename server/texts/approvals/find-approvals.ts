import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import type { ApprovalStatus, HoldReason } from "../../db/schema/entities/approval.ts";
import type { MessageMedia } from "../../db/schema/entities/message.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";

/** An approval with its text, wherever that is: among those that wait or were canceled, or among the messages. */
export interface ApprovalRow {
  id: string;
  testMode: boolean;
  status: ApprovalStatus;
  reason: HoldReason;
  from: string | null;
  to: string;
  contactName: string | null;
  body: string;
  media: MessageMedia[];
  segments: number;
  sendAt: Timestamp | null;
  apiKeyId: string;
  keyName: string | null;
  errorCode: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
  note: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/**
 * The approval of a text of the team, in the mode of the request.
 *
 * @throws approval_not_found
 */
export async function getApproval({ em, teamId, testMode }: Scope, id: string): Promise<ApprovalRow> {
  const [row] = await read(em, teamId, sql`v.id = ${id}`, 1);
  return row?.testMode === testMode ? row : fail("approval_not_found");
}

/**
 * The team's approvals with a status, in the mode of the request, the oldest first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listApprovals(
  scope: Scope,
  { status }: { status: ApprovalStatus },
  page: PageRequest,
): Promise<Page<ApprovalRow>> {
  const { teamId, testMode } = scope;
  return list<ApprovalRow, "createdAt" | "id">(scope, page, {
    name: "approvals",
    filter: JSON.stringify([testMode, status]),
    order: ["createdAt", "id"],
    read(em, after, limit) {
      const wanted = sql`v.status = ${status} and v.test_mode = ${testMode}`;
      const rest =
        after && sql`${wanted} and (v.created_at, v.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
      return read(em, teamId, rest ?? wanted, limit);
    },
  });
}

type Row = Omit<ApprovalRow, "sendAt" | "decidedAt" | "createdAt" | "expiresAt"> &
  Record<"createdAt" | "expiresAt", string> &
  Record<"sendAt" | "decidedAt", string | null>;

/** Reads approvals with their texts. One whose text is gone does not exist. The limits make each join a look-up. */
async function read(
  em: EntityManager,
  teamId: string,
  wanted: RawBuilder<unknown>,
  limit: number,
): Promise<ApprovalRow[]> {
  const { rows } = await sql<Row>`
    select v.id, v.test_mode as "testMode", v.status, v.reason, n.phone_number as "from", x.phone as "to",
      o.name as "contactName", x.body, x.media, x.segments, x.send_at as "sendAt", v.api_key_id as "apiKeyId",
      k.name as "keyName", v.error_code as "errorCode", v.decided_by as "decidedBy", v.decided_at as "decidedAt", v.note,
      v.created_at as "createdAt", v.expires_at as "expiresAt"
    from approval v
    cross join lateral (
      select p.phone_number as phone, p.business_number_id, p.body, p.media, p.segments, p.send_at
      from pending_message p where p.team_id = v.team_id and p.id = v.id
      union all
      select t.contact_phone, t.business_number_id, m.body, m.media, m.segments, null
      from message m join thread t on t.team_id = m.team_id and t.id = m.thread_id
      where m.team_id = v.team_id and m.id = v.id
      limit 1
    ) as x
    left join business_number n on n.team_id = v.team_id and n.id = x.business_number_id
    left join api_key k on k.id = v.api_key_id
    left join lateral (
      select c.name from contact_phone f join contact c on c.team_id = f.team_id and c.id = f.contact_id
      where f.team_id = v.team_id and f.phone_number = x.phone
      order by f.contact_created_at, f.contact_id limit 1
    ) as o on true
    where v.team_id = ${teamId} and ${wanted}
    order by v.created_at, v.id limit ${limit}::int
  `.execute(prepared(em));
  return rows.map(({ sendAt, decidedAt, createdAt, expiresAt, ...row }) => ({
    ...row,
    sendAt: sendAt === null ? null : fromPostgres(sendAt),
    decidedAt: decidedAt === null ? null : fromPostgres(decidedAt),
    createdAt: fromPostgres(createdAt),
    expiresAt: fromPostgres(expiresAt),
  }));
}
