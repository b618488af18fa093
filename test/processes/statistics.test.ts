import { expect, test, vi } from "vitest";
import { createDatabase } from "../support/database.ts";
import { buildTeam } from "../support/factories.ts";
import { settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

test.concurrent.each(["api", "worker"])("a process with the role %s analyses growing tables", async (ROLE) => {
  const database = await createDatabase();
  const em = () => database.orm.em.fork();
  const server = await startServer({ ...settingsFor(database), ROLE });

  const { id } = await buildTeam(em());
  await em().execute(`
    insert into opt_out (team_id, phone_number, created_at)
    select '${id}', '+1' || (2000000000 + n), now() from generate_series(1, 1000) as n
  `);

  const counted = "select reltuples from pg_class where oid = 'opt_out'::regclass";
  await vi.waitFor(async () => expect(await em().execute(counted)).toEqual([{ reltuples: 1_000 }]), {
    timeout: 10_000,
  });
  await server.stop();
  await database.close();
});
