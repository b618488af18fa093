import { type Expression, type InferResult, sql } from "kysely";
import type { Queries } from "../../db/orm.ts";
import { ifShort, ifSmall } from "../../db/sql/large-rows.ts";
import { type Given, statement } from "../../db/sql/statement.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";

/** A message with both of its phones. */
export type RecordRow = InferResult<ReturnType<typeof selectWhole>>[number];

/** The messages of a team in one mode. To the other mode they do not exist. */
export type Owner = Pick<Scope, "teamId" | "testMode">;

/**
 * One of the team's messages, in the mode of the request.
 *
 * @throws message_not_found
 */
export async function getRecord({ teamId, testMode, em }: Scope, id: string): Promise<RecordRow> {
  const [message] = await readRecord(em, { teamId, testMode, id });
  return message ?? fail("message_not_found");
}

const readRecord = statement(({ teamId, testMode, id }: Given<Owner & { id: string }>, db) =>
  selectWhole(db, teamId).where("m.testMode", "=", testMode).where("m.id", "=", id),
);

/** Reads complete records, in any order. */
export const readWhole = (db: Queries, teamId: string, ids: string[]): Promise<RecordRow[]> =>
  selectWhole(db, sql.val(teamId)).where("m.id", "in", ids).execute();

/** Reads records without large texts and media, in any order. A text of 1,600 characters is never large, in any script. */
export const readSmall = (db: Queries, teamId: string, ids: string[]): Promise<RecordRow[]> =>
  selectRecords(db, sql.val(teamId))
    .select([ifShort("m.body", 4_800).as("body"), ifSmall<RecordRow["media"]>("m.media", 1_900).as("media")])
    .where("m.id", "in", ids)
    .execute();

const selectWhole = (db: Queries, teamId: Expression<string>) =>
  selectRecords(db, teamId).select(["m.body", "m.media"]);

/** Every message has a thread, and every thread a number. But of an inner join PostgreSQL would expect few rows. */
function selectRecords(db: Queries, teamId: Expression<string>) {
  return db
    .selectFrom("Message as m")
    .leftJoin("Thread as t", (join) => join.onRef("t.teamId", "=", "m.teamId").onRef("t.id", "=", "m.threadId"))
    .leftJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "t.teamId").onRef("n.id", "=", "t.businessNumberId"),
    )
    .select(["m.id", "m.threadId", "m.direction", "m.status", "m.errorCode", "m.segments", "m.encoding"])
    .select(["m.testMode", "m.createdAt", "t.contactPhone", "n.phoneNumber as businessPhone"])
    .$narrowType<{ contactPhone: string; businessPhone: string }>()
    .where("m.teamId", "=", teamId);
}
