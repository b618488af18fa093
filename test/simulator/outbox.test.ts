import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneTexts } from "../../server/simulator/prune-texts.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { seen } from "../support/handsets.ts";

const app = useApp({ simulated: true, phone: true });
const neighbour = useNeighbour(app, { simulated: true, phone: true });
const stopping = useNeighbour(app, { simulated: true, phone: true });
const broken = useApp({ simulated: true, phone: true });
const otherSecret = useNeighbour(app, {
  simulated: true,
  phone: true,
  secrets: { secretKey: "another secret of the tests, 32 characters" },
});

test("texts that two processes send at once are all listed, and each comes after those that were listed before", async () => {
  const { key, client } = await app.signIn();
  const clients = [client, createClient(neighbour.url, key)];
  const count = 100;
  const sending = Promise.all(
    Array.from({ length: count }, (_, index) =>
      clients[index % 2]!.sendText({ body: { phone_number: uniquePhone(), message: `text ${index}` } }),
    ),
  );

  const ids: string[] = [];
  for (let since: string | undefined; ids.length < count; ) {
    const query = { wait: 10, per_page: 100, ...(since && { since }) };
    const { texts } = await clients[ids.length % 2]!.listSimulatedTexts({ query });
    expect(texts.length).toBeGreaterThan(0);
    ids.push(...texts.toReversed().map(({ id }) => id));
    since = texts[0]!.createdAt;
  }

  const sent = await sending;
  expect(ids.toSorted()).toEqual(sent.map(({ textId }) => textId).toSorted());
});

test("a process that stops has written the texts that it has answered", async () => {
  const { key, client } = await app.signIn();
  const { textId } = await createClient(stopping.url, key).sendText({
    body: { phone_number: uniquePhone(), message: "hello" },
  });

  await stopping.drain();

  expect((await client.listSimulatedTexts()).texts).toMatchObject([{ id: textId }]);
});

test("a text is sent although its handset cannot show it, and the log says so", async () => {
  const { client } = await broken.signIn();
  await broken.em().execute("alter table simulated_text rename to simulated_text_elsewhere");

  const { status, textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  expect(status).toBe("queued");
  const line = await vi.waitFor(() => {
    const found = broken.logLines.find((each) => each.includes("missing on its simulated handset"));
    expect(found).toBeDefined();
    return found!;
  });
  expect(JSON.parse(line)).toMatchObject({ level: "warn", id: textId });
  await broken.em().execute("alter table simulated_text_elsewhere rename to simulated_text");
});

test("the database has no text of a handset in plain text, and another secret key reads none", async () => {
  const { client, key } = await app.signIn();
  const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });
  const { code } = await seen(client, otpId);

  const rows = await app.em().execute("select * from simulated_text where id = ?", [otpId]);
  expect(rows).toHaveLength(1);
  const bytes = Buffer.from(rows[0]!.sealed);
  expect(bytes.includes(code!) || JSON.stringify(rows).includes(code!)).toBe(false);
  expect(await createClient(otherSecret.url, key).listSimulatedTexts()).toEqual({ texts: [], nextCursor: null });
});

test("texts are kept for a day, and the newest 1,000 of a team", async () => {
  const { client, team } = await app.signIn();
  const { client: other } = await app.signIn();
  for (const each of [client, other]) {
    const { textId } = await each.sendText({ body: { phone_number: uniquePhone(), message: "new" } });
    await seen(each, textId);
  }
  const copy = (count: number, seconds: number) =>
    app.em().execute(
      `insert into simulated_text select s.team_id, gen_random_uuid(), s.kind, s.test_mode, s.sender, s.handset, s.sealed,
         ((s.created_at at time zone 'UTC') - (? + n) * interval '1 second') at time zone 'UTC'
       from simulated_text s, generate_series(1, ?::int) n where s.team_id = ? and s.kind = 'text'
       and s.created_at > clock_timestamp() - interval '1 minute'`,
      [seconds, count, team.id],
    );
  await copy(5, 25 * 3_600);
  const dayAgo = async () => plusMicroseconds(await readClock(app.em()), -24 * 3_600 * 1_000_000);
  const left = async () =>
    (await app.em().execute("select count(*)::int as count from simulated_text where team_id = ?", [team.id]))[0]!
      .count;

  expect(await pruneTexts(app.em(), await dayAgo())).toBe(5);
  expect(await left()).toBe(1);

  await copy(1_004, 120);
  expect(await pruneTexts(app.em(), await dayAgo())).toBe(5);
  expect(await left()).toBe(1_000);
  expect((await client.listSimulatedTexts()).texts[0]).toMatchObject({ text: "new" });
  expect((await other.listSimulatedTexts()).texts).toHaveLength(1);
});
