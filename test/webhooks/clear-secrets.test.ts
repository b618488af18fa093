import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { sealClearSecrets } from "../../server/webhooks/replies/clear-secrets.ts";
import { getTeamSecrets, rotateTeamSecret } from "../../server/webhooks/replies/team-secrets.ts";
import { useApp } from "../support/app.ts";
import { buildTeam, type TestTeam } from "../support/factories.ts";
import { sealer } from "../support/webhooks.ts";

const app = useApp();

/** Stores a secret as the previous version does: it knows only these columns. */
async function addClear(team: TestTeam, { expiresIn = null as string | null, createdIn = "0 s" } = {}) {
  const secret = `whsec_${Buffer.from(newId()).toString("base64")}`;
  await app.em().execute(
    `insert into webhook_secret (team_id, id, secret, created_at, expires_at)
     values (?, ?, ?, clock_timestamp() + ?::interval, clock_timestamp() + ?::interval)`,
    [team.id, newId(), secret, createdIn, expiresIn],
  );
  return secret;
}

const read = async (team: TestTeam) =>
  (await getTeamSecrets(app.em(), sealer, team)).map(({ secret, expiresAt }) => ({ secret, isCurrent: !expiresAt }));

const readClear = async (team: TestTeam) =>
  (await app.em().execute<{ secret: string }[]>("select secret from webhook_secret where team_id = ?", [team.id])).map(
    ({ secret }) => secret,
  );

/** Seals the secrets of a team as if its upgrade had been a day ago. */
async function sealAfterADay(team: TestTeam) {
  await app.em().execute("update webhook_secret set needed_until = now() where team_id = ?", [team.id]);
  await sealClearSecrets(app.em(), sealer);
}

test("secrets of the previous version sign, and its processes still have them for a day", async () => {
  const team = await buildTeam(app.em());
  const old = await addClear(team, { createdIn: "-1 h", expiresIn: "23 h" });
  const current = await addClear(team);

  await sealClearSecrets(app.em(), sealer);

  const secrets = [
    { secret: current, isCurrent: true },
    { secret: old, isCurrent: false },
  ];
  expect(await read(team)).toEqual(secrets);
  expect((await readClear(team)).toSorted()).toEqual([old, current].toSorted());

  const before = await getTeamSecrets(app.em(), sealer, team);
  await sealAfterADay(team);

  expect(await readClear(team)).toEqual([]);
  expect(await getTeamSecrets(app.em(), sealer, team)).toEqual(before);
});

test("a secret that replaces one of the previous version signs beside it, before and after both are sealed", async () => {
  const team = await buildTeam(app.em());
  const old = await addClear(team, { createdIn: "-1 h" });

  const [current] = await rotateTeamSecret(app.em(), sealer, team);

  const secrets = [
    { secret: current!.secret, isCurrent: true },
    { secret: old, isCurrent: false },
  ];
  expect(await read(team)).toEqual(secrets);
  await sealAfterADay(team);
  expect(await read(team)).toEqual(secrets);
});

test("a secret that the previous version has made last replaces the sealed one, which signs for another day", async () => {
  const team = await buildTeam(app.em());
  const [first] = await getTeamSecrets(app.em(), sealer, team);
  const last = await addClear(team, { createdIn: "1 s" });
  expect(await read(team)).toEqual([
    { secret: last, isCurrent: true },
    { secret: first!.secret, isCurrent: true },
  ]);

  await sealAfterADay(team);

  expect(await read(team)).toEqual([
    { secret: last, isCurrent: true },
    { secret: first!.secret, isCurrent: false },
  ]);
});

test("the secret of a team is sealed in the database", async () => {
  const team = await buildTeam(app.em());

  const [current] = await getTeamSecrets(app.em(), sealer, team);

  const [stored] = await app
    .em()
    .execute<{ row: string }[]>(
      "select s::text || encode(sealed, 'escape') as row from webhook_endpoint_secret s where team_id = ?",
      [team.id],
    );
  expect(stored!.row).not.toContain(current!.secret.slice("whsec_".length));
  expect(await readClear(team)).toEqual([]);
});
