import { newId } from "../../server/db/schema/ids.ts";
import { openCases } from "../../server/opt-outs/suspected/open-cases.ts";
import type { TestApp } from "./app.ts";
import { type TestTeam, uniquePhone } from "./factories.ts";
import { fromNow } from "./times.ts";

/** Opens a case of a text that may withdraw consent, and returns its id. The text itself is not stored. */
export async function buildCase(
  app: TestApp,
  { id: teamId }: TestTeam,
  phone: string = uniquePhone(),
): Promise<string> {
  const callback = { providerId: null, signature: null, sequence: "1", now: await fromNow(app.em(), 0) };
  const text = { text: "leave me alone", messageId: newId(), businessNumberId: newId() };
  await app.inTeam(teamId, (tx) => openCases(tx, [{ ...callback, ...text, teamId, phone }], new Set()));
  const [row] = await app
    .em()
    .execute<[{ id: string }]>("select id from suspected_revocation where team_id = ? and phone_number = ?", [
      teamId,
      phone,
    ]);
  return row.id;
}
