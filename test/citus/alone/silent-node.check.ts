import { afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { readClock } from "../../../server/db/clock.ts";
import { findDatabases, findOutOfReach } from "../../../server/db/commit/each-place.ts";
import { newId } from "../../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../../server/db/timestamp.ts";
import { pruneClaims } from "../../../server/operations/once/prune-claims.ts";
import { simulateCarrier } from "../../../server/simulator/simulate-carrier.ts";
import { allDeliveries } from "../../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../../server/texts/give-up-unknown.ts";
import { findFollowedTeams } from "../../../server/webhooks/endpoints/publish-events.ts";
import { findDueTargets, leaseTargets, markDue, releaseTargets } from "../../../server/webhooks/queue/targets.ts";
import { useApp } from "../../support/app.ts";
import { inboundForm, postCallback } from "../../support/callbacks.ts";
import { executeOn, findPort } from "../../support/citus.ts";
import { signalNode } from "../../support/citus-nodes.ts";
import { uniquePhone } from "../../support/factories.ts";

const app = useApp({ simulated: true });

type SignedIn = Awaited<ReturnType<typeof app.signIn>>;

/** A team of the node that falls silent, and one of the other node. */
let silent: SignedIn;
let other: SignedIn;
/** The process of the node that starts the others. */
let postmaster: number;

beforeAll(async () => {
  const [port, otherPort] = inject("cluster").workerPorts!;
  const placed = new Map<number, SignedIn>();
  while (placed.size < 2) {
    const signedIn = await app.signIn();
    placed.set(await findPort(app.database, signedIn.team.id), signedIn);
    await signedIn.client.listThreads();
  }
  silent = placed.get(port!)!;
  other = placed.get(otherPort!)!;
  await findDatabases(app.database.orm);
  const [found] = await executeOn(port!, "postgres", ["select pg_read_file('postmaster.pid') as file"]);
  postmaster = Number.parseInt(found!.rows[0].file, 10);
});

afterEach(async () => {
  signalNode(postmaster, "SIGCONT");
  await waitForAway(false);
});

/** Silences the node. Its present processes stop, and its postmaster starts no others. */
const silence = () => signalNode(postmaster, "SIGSTOP");

/** Waits until the server knows that the node is away, or that it is back. */
const waitForAway = (isAway: boolean) =>
  vi.waitFor(
    async () => {
      const away = await findOutOfReach(app.em(), [{ teamId: silent.team.id }]);
      expect(away.has(silent.team.id)).toBe(isAway);
    },
    { timeout: 10_000 },
  );

const sendText = ({ client }: SignedIn) =>
  client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

test("a silent node's teams are answered with 503, at once after seconds, and other teams go on", async () => {
  silence();
  const began = performance.now();
  const [first, others] = await Promise.all([sendText(silent), sendText(other)]);
  const firstMilliseconds = performance.now() - began;
  await waitForAway(true);
  const again = performance.now();
  const second = await sendText(silent);
  const secondMilliseconds = performance.now() - again;

  expect([first.status, others.status, second.status]).toEqual([503, 200, 503]);
  expect(firstMilliseconds).toBeLessThan(10_000);
  expect(secondMilliseconds).toBeLessThan(1_000);
});

test("callbacks of a silent node wait, and those of another node are processed", async () => {
  const phone = uniquePhone();
  silence();
  await waitForAway(true);
  for (const { number } of [silent, other]) await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
  await postCallback(app, "inbound", inboundForm(phone, silent.number, "STOP"));
  const began = performance.now();
  // A failed job would be retried twelve times.
  for (let turn = 0; turn < 15; turn += 1) await app.jobs.drain({ early: true });
  const milliseconds = performance.now() - began;
  const threadsOfOther = (await other.client.listThreads()).threads;
  signalNode(postmaster, "SIGCONT");
  await waitForAway(false);
  await app.jobs.drain({ early: true });
  const { threads } = await silent.client.listThreads();
  const { messages } = await silent.client.listThreadMessages({ path: { id: threads[0]!.id } });

  expect(threadsOfOther.map(({ contactPhone }) => contactPhone)).toContain(phone);
  expect(milliseconds).toBeLessThan(10_000);
  expect(messages.map(({ body }) => body).toReversed()).toEqual(["hello", "STOP"]);
  const refused = await silent.client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(refused.status).toBe(409);
});

test("the work for all teams goes on for those of other nodes", async () => {
  expect((await sendText(other)).status).toBe(200);
  const target = { teamId: other.team.id, name: "receiver" };
  const targetOfSilent = { teamId: silent.team.id, name: "receiver" };
  const dueAt = await readClock(app.em());
  for (const each of [target, targetOfSilent]) await app.em().transactional((tx) => markDue(tx, [{ ...each, dueAt }]));
  silence();
  await waitForAway(true);
  const began = performance.now();
  const holder = newId();
  const { orm } = app.database;
  const { targets } = await findDueTargets(app.em(), { holder, atMost: 10, exceptTeams: [] });
  const leased = await leaseTargets(orm, holder, [target, targetOfSilent]);
  await releaseTargets(orm, holder, [target, targetOfSilent]);
  const moved = await simulateCarrier(app.em());
  await findFollowedTeams(app.em());
  for (const deliveries of allDeliveries) await giveUpUnknown(app.em(), deliveries);
  await pruneClaims(app.em(), plusMicroseconds(dueAt, -1));

  expect(performance.now() - began).toBeLessThan(10_000);
  expect(targets).toContainEqual({ ...target, isOwn: false, isDoor: false });
  expect(leased).toEqual([target]);
  expect(moved).toBeGreaterThan(0);
});
