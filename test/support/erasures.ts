import type { Config } from "../../server/config.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { createLog } from "../../server/log.ts";
import { forgetCopies } from "../../server/privacy/carrier-copies/forget-copies.ts";
import { workOnErasures } from "../../server/privacy/work-on-erasures.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { TestApp } from "./app.ts";
import type { TestTeam } from "./factories.ts";
import { secretKey } from "./passcodes.ts";

/** Does all that the worker can do for erasures now. */
export async function workOn(app: Pick<TestApp, "database">, sealer = createSealer(secretKey)): Promise<void> {
  while (await workOnErasures({ orm: app.database.orm, sealer, hasObjects: false }));
}

/** Asks the carriers for all copies that are due now, as the worker does. */
export async function askCarriers(
  app: Pick<TestApp, "database">,
  provider: Config["provider"] = { kind: "simulated" },
): Promise<void> {
  const means = { orm: app.database.orm, log: createLog("silent"), sealer: createSealer(secretKey), provider };
  while (await forgetCopies(means));
}

/** Lets hours pass for the erasures of a team. */
export async function passHours(app: Pick<TestApp, "em">, { id }: Pick<TestTeam, "id">, hours: number): Promise<void> {
  const earlier = (column: string) =>
    `${column} = (${column} at time zone 'UTC' - interval '${hours} hours') at time zone 'UTC'`;
  await app
    .em()
    .execute(
      `update erasure set ${earlier("requested_at")}, ${earlier("watch_until")}, ${earlier("due_at")} where team_id = ?`,
      [id],
    );
}

/** Lets the worker finish the erasures of a team, as if four days had passed. */
export async function finish(app: TestApp, team: TestTeam): Promise<void> {
  await workOn(app);
  await passHours(app, team, 1);
  await workOn(app);
  await passHours(app, team, 96);
  await workOn(app);
}

/** Takes a team's erasures back, and all that they have left, as a restore of a backup from before the first one does. */
export async function forgetErasures(em: EntityManager, { id }: Pick<TestTeam, "id">): Promise<void> {
  await em.execute("delete from erasure where team_id = ?", [id]);
  for (const table of ["opt_out", "consent_event"])
    await em.execute(`delete from ${table} where team_id = ? and phone_number like 'h:%'`, [id]);
  await em.execute("update team set erasure_key = null where id = ?", [id]);
  await em.execute("update key_revision set revision = revision + 1");
}
