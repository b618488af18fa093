import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { lockContacts } from "../../server/contacts/writes/lock-contacts.ts";
import { createTeamTurns } from "../../server/db/commit/team-turns.ts";
import { type EntityManager, openOrm } from "../../server/db/orm.ts";
import { lockNames, lockPhones } from "../../server/db/sql/locks.ts";
import { writeOnce } from "../../server/operations/once/in-transaction.ts";
import { recipientOf } from "../../server/otp/otps.ts";
import { type TestApp, useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { countWaiting } from "../support/database.ts";
import { buildContact, buildOtp, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

/** The shorter the wait for a lock, the sooner the tests of its end are over. */
const lockWait = 250;

/** Servers on the same database, with a pool of two connections each. */
const onSmallPool = async () => {
  const orm = await openOrm(app.database.address, 2);
  return { ...app.database, orm, close: () => orm.close() };
};
const small = useApp({ database: onSmallPool });
const impatient = useApp({ database: onSmallPool, lockWait });

type SignIn = Awaited<ReturnType<TestApp["signIn"]>>;

const code = "493817";
const recipient_id = "user";
const phone = uniquePhone();

/** Locks something of a team in a transaction of another process; gives a function that ends the transaction. */
const hold = ({ team }: SignIn, lock: (em: EntityManager) => Promise<unknown>) =>
  holdIn((work) => app.inTeam(team.id, work), lock);

async function holdIn(
  transact: (work: (em: EntityManager) => Promise<void>) => Promise<void>,
  lock: (em: EntityManager) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: end } = Promise.withResolvers<void>();
  const undo = new Error("The transaction is undone");
  const done = transact(async (em) => {
    await lock(em);
    // Its answer shows that the lock before it is held.
    await em.execute("select 1");
    holds();
    await isReleased;
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  const release = () => {
    end();
    return done;
  };
  onTestFinished(release);
  await Promise.race([isHeld, done]);
  return release;
}

const lockCallbacks = () =>
  holdIn(
    (work) => app.em().transactional(work),
    (em) => em.execute("lock table callback in exclusive mode"),
  );

const holdKey = (owner: SignIn, key: string) =>
  hold(owner, (em) =>
    em.execute(
      `insert into idempotency_key (team_id, api_key_id, test_mode, key, fingerprint, created_at)
       select team_id, id, false, ?, '', now() from api_key where team_id = ?`,
      [key, owner.team.id],
    ),
  );

const holdContacts = (owner: SignIn) => hold(owner, (em) => lockContacts({ em, teamId: owner.team.id }));

const holds = {
  "the Idempotency-Key": (owner: SignIn) => holdKey(owner, "key"),
  "the phone": (owner: SignIn) => hold(owner, (em) => lockPhones(em, [{ teamId: owner.team.id, phone }], "exclusive")),
  "the recipient": (owner: SignIn) =>
    hold(owner, (em) =>
      lockNames(em, [recipientOf({ teamId: owner.team.id, testMode: false, recipientId: recipient_id })]),
    ),
};

const idempotencyKey = "key";

const requests = {
  text: ({ client }: SignIn) =>
    client.raw("sendText", { body: { phone_number: phone, message: "hello" }, idempotencyKey }),
  passcode: ({ client }: SignIn) => client.raw("generateOtp", { body: { phone, recipient_id }, idempotencyKey }),
  verification: ({ client }: SignIn) => client.raw("verifyOtp", { body: { recipient_id, otp: code }, idempotencyKey }),
};

/** A busy machine may delay a request by chance. A lock would delay it each time. */
const timed = { retry: 3 };

async function milliseconds(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

/** Two teams of a server, with a passcode each. */
async function signInTwo(server: TestApp): Promise<[SignIn, SignIn]> {
  const teams: [SignIn, SignIn] = [await server.signIn(), await server.signIn()];
  for (const { team } of teams) await buildOtp(app.em(), { team, code, recipientId: recipient_id });
  return teams;
}

const servers = { "ten connections": app, "two connections": small };

// The first requests of a process take longer than the others.
beforeAll(async () => {
  for (const server of [app, small, impatient]) {
    for (const { client } of await signInTwo(server)) {
      await buildContact(client);
      for (const send of Object.values(requests)) await send({ client } as SignIn);
    }
  }
});

test.each([
  ["text", "the Idempotency-Key", "ten connections"],
  ["text", "the Idempotency-Key", "two connections"],
  ["text", "the phone", "ten connections"],
  ["passcode", "the Idempotency-Key", "ten connections"],
  ["passcode", "the recipient", "two connections"],
  ["verification", "the Idempotency-Key", "two connections"],
  ["verification", "the recipient", "ten connections"],
] as const)("a %s that waits for %s delays no other team (%s)", timed, async (kind, held, server) => {
  const [owner, other] = await signInTwo(servers[server]);
  const send = requests[kind];
  const release = await holds[held](owner);

  const waiting = send(owner);
  const others = [milliseconds(send(other))];
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1), { interval: 5 });
  others.push(milliseconds(send(other)));

  for (const elapsed of await Promise.all(others)) expect(elapsed).toBeLessThan(500);
  await release();
  expect((await waiting).status).toBe(200);
});

test("many texts of a team that wait for a lock do not delay other texts for long", timed, async () => {
  const [owner, other] = await signInTwo(small);
  const release = await holdKey(owner, "key");
  const waiting = Array.from({ length: 6 }, () => requests.text(owner));
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1), { interval: 5 });

  expect(await milliseconds(requests.text(other))).toBeLessThan(500);
  const free = owner.client.sendText({ body: { phone_number: uniquePhone(), message: "free" } });
  expect(await milliseconds(free)).toBeLessThan(2_000);

  await release();
  expect(new Set((await Promise.all(waiting)).map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
});

test.each([
  ["text", "409 idempotency_in_progress", "the Idempotency-Key"],
  ["verification", "409 idempotency_in_progress", "the Idempotency-Key"],
  ["verification", "503 server_error", "the recipient"],
] as const)(
  "a %s is answered with %s after it has waited for %s for the maximum time, not twice as long",
  timed,
  async (kind, refusal, held) => {
    const [owner] = await signInTwo(impatient);
    await holds[held](owner);

    const began = performance.now();
    const answer = await requests[kind](owner);
    const elapsed = performance.now() - began;

    expect(refusalOf(answer)).toBe(refusal);
    expect(elapsed).toBeGreaterThanOrEqual(lockWait);
    expect(elapsed).toBeLessThan(2 * lockWait + 300);
  },
);

test("a callback that waits too long for a lock is answered with 503, because it is not recorded", async () => {
  const release = await lockCallbacks();

  const answer = await postCallback(impatient, "status", statusForm(phone, newSid(), "delivered"));

  expect(refusalOf(answer)).toBe("503 server_error");
  await release();
  expect((await postCallback(impatient, "status", statusForm(phone, newSid(), "delivered"))).status).toBe(200);
});

const createContact = ({ client }: SignIn, key?: string) =>
  client.raw("createContact", {
    body: { name: "A", phones: [uniquePhone()] },
    ...(key !== undefined && { idempotencyKey: key }),
  });

test.each(Object.entries({ "ten connections": app, "two connections": small }))(
  "contact writes that wait for their team's lock leave connections to other requests (%s)",
  timed,
  async (_, server) => {
    const [owner, other] = [await server.signIn(), await server.signIn()];
    const release = await holdContacts(owner);
    const writes = Array.from({ length: 12 }, () => createContact(owner));
    await vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0), { interval: 5 });

    const others = [other.client.listThreads(), requests.text(other), owner.client.listContacts()];
    for (const elapsed of await Promise.all(others.map(milliseconds))) expect(elapsed).toBeLessThan(1_000);

    await release();
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
  },
);

test("contact writes of one team do not delay contact writes of another team", timed, async () => {
  const [owner, other] = [await app.signIn(), await app.signIn()];
  const release = await holdContacts(owner);
  const writes = Array.from({ length: 12 }, () => createContact(owner));
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0), { interval: 5 });

  expect(await milliseconds(buildContact(other.client))).toBeLessThan(1_000);

  await release();
  await Promise.all(writes);
});

test("repetitions of a contact write wait for the first write and replay its answer", async () => {
  const owner = await small.signIn();
  const release = await holdContacts(owner);
  const body = { name: "A", phones: [uniquePhone()] };
  const writes = Array.from({ length: 8 }, () => owner.client.raw("createContact", { body, idempotencyKey: "key" }));
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0), { interval: 5 });
  await release();

  const answers = await Promise.all(writes);

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.has("x-idempotency-replayed"))).toHaveLength(7);
});

test("contact writes that wait too long in the queue are answered with 503, and repetitions with 409", async () => {
  const owner = await impatient.signIn();
  const release = await holdContacts(owner);
  const first = createContact(owner, "first");
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1), { interval: 5 });

  const answers = await Promise.all([
    createContact(owner, "first"),
    createContact(owner, "other"),
    createContact(owner),
  ]);

  expect(answers.map(refusalOf)).toEqual(["409 idempotency_in_progress", "503 server_error", "503 server_error"]);
  await release();
  expect((await first).status).toBe(201);
  expect((await createContact(owner, "other")).status).toBe(201);
});

test("writes of a team whose contacts are locked wait, and those of other teams in their batch do not", async () => {
  const [busy, free] = [await app.signIn(), await app.signIn()];
  const release = await holdContacts(busy);
  const waiting = [createContact(busy, "first"), createContact(busy, "second")];
  const others = [createContact(free, "first"), createContact(free, "second")];

  for (const { status } of await Promise.all(others)) expect(status).toBe(201);
  expect((await createContact(free, "third")).status).toBe(201);
  const later = createContact(busy, "third");
  expect(await Promise.race([...waiting, later, "waits"])).toBe("waits");
  await release();

  for (const { status } of await Promise.all([...waiting, later])) expect(status).toBe(201);
});

test("the time that a write waits in the queue reduces its lock timeout", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const takeTurn = createTeamTurns(1, 8_000);
  const { promise: held, resolve: finish } = Promise.withResolvers<number | undefined>();
  const first = takeTurn("team", async (lockTimeout) => (await held) ?? lockTimeout);
  const second = takeTurn("team", async (lockTimeout) => lockTimeout);

  await vi.advanceTimersByTimeAsync(3_000);
  finish(undefined);

  expect(await Promise.all([first, second])).toEqual([undefined, 5_000]);
});

test("a write waits for locks no longer than its lock timeout", async () => {
  const owner = await app.signIn();
  await holdContacts(owner);
  const lock = async (em: EntityManager) => {
    await lockContacts({ em, teamId: owner.team.id });
    return { status: 200, body: "" };
  };

  const options = { teamId: owner.team.id, claim: undefined, lockTimeout: 20 };

  await expect(writeOnce(app.database.orm, options, lock)).rejects.toMatchObject({ code: "55P03" });
});
