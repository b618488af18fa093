import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { forgetErasures } from "../support/erasures.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { noSettings, root, runCli, settingsFor, useProcesses } from "../support/process.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";

const { startServer } = useProcesses();
const directory = mkdtempSync(join(tmpdir(), "messaging-killed-reapply-"));
let database: Database;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const em = () => database.orm.em.fork();

/** Lets every erasure but the first one wait for a lock, before it is stored. */
const gate = `
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    if exists (select from erasure) then perform pg_advisory_xact_lock_shared(1); end if;
    return new;
  end $$;
  create trigger gate before insert on erasure for each row execute function wait_at_gate();
`;

test("privacy reapply that is killed has run some erasures again whole, and the next run does the rest", async () => {
  const settings = settingsFor(database);
  const team = await buildTeam(em());
  await buildBusinessNumber(em(), { team, isPrimary: true });
  const { url } = await startServer({ ...settings, ROLE: "api" });
  const client = createClient(url, await buildKey(em(), team));
  const phones = [uniquePhone(), uniquePhone(), uniquePhone()];
  const fill = async () => {
    for (const phone of phones) {
      await client.createContact({ body: { name: "Canary", phones: [{ phoneNumber: phone }] } });
      await client.recordConsent({ body: { phone, consent: "opted_out", reason: "verbal" } });
    }
  };
  const send = async (phone: string) =>
    refusalOf(await client.raw("sendText", { body: { phone_number: phone, message: "hello" } }));
  await fill();
  for (const phone of phones) await client.createErasure({ body: { phone } });
  const list = join(directory, "erasures.json");
  await runCli(settings, "privacy", "erasures", "--export", list);
  await forgetErasures(em(), team);
  await fill();
  await em().execute(gate);
  const holder = em();
  await holder.begin();
  await holder.execute("select pg_advisory_xact_lock(1)");

  const killed = spawn(process.execPath, [join(root, "cli", "messaging.js"), "privacy", "reapply", list], {
    cwd: root,
    env: { ...noSettings, ...settings, PATH: process.env.PATH },
    stdio: "ignore",
  });
  const waiting = "select from pg_locks where locktype = 'advisory' and objid = 1 and not granted";
  await vi.waitFor(async () => expect(await em().execute(waiting)).toHaveLength(1));
  killed.kill("SIGKILL");
  await once(killed, "close");
  await holder.rollback();

  expect((await client.listErasures()).erasures).toHaveLength(1);
  expect((await client.listContacts()).contacts).toHaveLength(2);
  for (const phone of phones) expect(await send(phone)).toBe("409 recipient_opted_out");

  const { stdout } = await runCli(settings, "privacy", "reapply", list);

  expect(JSON.parse(stdout)).toEqual({ reapplied: 2, known: 1, ofOtherTeams: 0 });
  expect((await client.listContacts()).contacts).toEqual([]);
  for (const phone of phones) {
    expect(await send(phone)).toBe("409 recipient_opted_out");
    // The worker of a server removes these rows once no request can need them.
    expect(await tablesWith(em(), phone.slice(1))).toEqual(["opt_out"]);
  }
});
