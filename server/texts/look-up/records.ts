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

/** Selects records without large texts and media. A text of 1,600 characters is never large, in any script. */
export const selectSmall = (db: Queries, teamId: Expression<string>) =>
  selectRecords(db, teamId).select([
    ifShort("m.body", 4_800).as("body"),
    ifSmall<RecordRow["media"]>("m.media", 1_900).as("media"),
  ]);

const selectWhole = (db: Queries, teamId: Expression<string>) =>
  selectRecords(db, teamId).select(["m.body", "m.media"]);

/** The limit lets PostgreSQL look the thread of each message up. Of a page it would otherwise read all of the team's threads. */
function selectRecords(db: Queries, teamId: Expression<string>) {
  return db
    .selectFrom("Message as m")
    .leftJoinLateral(
      (each) =>
        each
          .selectFrom("Thread")
          .select(["contactPhone", "businessNumberId"])
          .whereRef("Thread.teamId", "=", "m.teamId")
          .whereRef("Thread.id", "=", "m.threadId")
          .limit(sql.lit(1))
          .as("t"),
      (join) => join.onTrue(),
    )
    .leftJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "m.teamId").onRef("n.id", "=", "t.businessNumberId"),
    )
    .select(["m.id", "m.threadId", "m.direction", "m.status", "m.errorCode", "m.segments", "m.encoding", "m.discards"])
    .select(["m.testMode", "m.createdAt", "t.contactPhone", "n.phoneNumber as businessPhone"])
    .$narrowType<{ contactPhone: string; businessPhone: string }>()
    .where("m.teamId", "=", teamId);
}
