/**
 * Replies, and their delivery to URLs of tests.
 */
import { afterAll, beforeAll } from "vitest";
import type { SentText } from "../../generated/api.ts";
import { emOfTeam } from "../../server/db/commit/of-teams.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { Message } from "../../server/db/schema/entities/message.ts";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { createTwilioPosts } from "../../server/doors/twilio/post-kind.ts";
import { processInbound } from "../../server/inbound/process-inbound.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { createLog } from "../../server/log.ts";
import { openFiles } from "../../server/media/open-files.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { guardAddresses } from "../../server/webhooks/addresses.ts";
import { Deliverer, type DelivererOptions } from "../../server/webhooks/deliver.ts";
import { type AttemptSummary, type DeliverySummary, getDelivery } from "../../server/webhooks/deliveries.ts";
import { createPoster, type PostOnce } from "../../server/webhooks/post.ts";
import type { TestApp } from "./app.ts";
import { inboundForm, newInbound } from "./callbacks.ts";
import type { TestTeam } from "./factories.ts";
import { secretKey } from "./passcodes.ts";

interface Reply {
  text?: string;
  testMode?: boolean;
}

/** The sender and recipient of a text. */
type Sent = Pick<SentText, "from" | "to" | "testMode">;

/** Receives a reply to a text and processes its callback. Returns the id of the inbound message. */
export async function receiveText(
  { em }: Pick<TestApp, "em">,
  team: TestTeam,
  sent: Sent,
  { text = "hello", testMode = sent.testMode }: Reply = {},
): Promise<string> {
  const callbackId = newId();
  const fields = inboundForm(sent.to, sent.from, text);
  await em().transactional(async (tx) => {
    await recordCallbacks(tx, [newInbound(fields, { id: callbackId, testMode })]);
    await processInbound(tx, [{ callbackId }]);
  });
  const { id } = await em().findOneOrFail(Message, { teamId: team.id, providerId: fields.MessageSid });
  return id;
}

/** Seals secrets as the tests' servers do. */
export const sealer = createSealer(secretKey);

/** Resolves only names of this machine, so that a test cannot reach other hosts. */
export const onlyHere = async (host: string) => {
  if (!/^(.*\.)?localhost$/.test(host)) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
  return [{ address: "127.0.0.1", family: 4 }];
};

/** Short, for tests in which a target hangs. */
export const timeoutMilliseconds = 400;

/** Creates a poster that may connect to loopback only. */
export const createTestPoster = (timeout = timeoutMilliseconds): PostOnce =>
  createPoster({ findAddresses: guardAddresses(onlyHere, ["127.0.0.0/8"]), timeoutMilliseconds: timeout });

/** Links to the files of texts that a test server serves. */
export const testFiles = ({ url, database }: Pick<TestApp, "url" | "database">) =>
  openFiles({
    secretKey,
    oldSecretKey: undefined,
    objects: undefined,
    openEm: (teamId) => emOfTeam(database.orm, teamId),
    publicUrl: () => url,
    isPublic: true,
  });

/** Delivers to targets on loopback until it is stopped. */
export function startTestDeliverer(app: TestApp, options: Partial<DelivererOptions> = {}): Deliverer {
  return new Deliverer({
    orm: app.database.orm,
    log: createLog("silent"),
    post: createTestPoster(),
    sealer,
    doorKind: createTwilioPosts({ files: testFiles(app), log: createLog("silent") }),
    pauseMilliseconds: 20,
    ...options,
  });
}

/** Delivers to targets on loopback while the tests of a file run. */
export function useDeliverer(app: TestApp, options: Partial<DelivererOptions> = {}): { readonly logLines: string[] } {
  const logLines: string[] = [];
  let deliverer: Deliverer | undefined;
  beforeAll(() => {
    const log = createLog("debug", { write: (line) => logLines.push(line) });
    deliverer = startTestDeliverer(app, { log, ...options });
  });
  afterAll(() => deliverer?.stop());
  return { logLines };
}

/** The stored delivery of a message. */
export async function readDelivery(
  app: TestApp,
  team: TestTeam,
  messageId: string,
): Promise<DeliverySummary & { attempts: AttemptSummary[] }> {
  const { id } = await app.em().findOneOrFail(WebhookDelivery, { teamId: team.id, messageId });
  return getDelivery(app.em(), team, id);
}

/** Makes a team's pending deliveries due now. Returns the delay of the first in seconds; undefined if none is pending. */
export async function makeDue({ em }: Pick<TestApp, "em">, team: TestTeam): Promise<number | undefined> {
  const [first] = await em().execute<{ seconds: string | null }[]>(
    `select extract(epoch from min(d.next_attempt_at) - max(a.started_at + a.duration_milliseconds * interval '1 ms')) as seconds
     from webhook_delivery d left join webhook_attempt a on a.team_id = d.team_id and a.delivery_id = d.id
     where d.team_id = ? and d.status = 'pending'`,
    [team.id],
  );
  await makeAllDue(em(), team.id);
  return first!.seconds === null ? undefined : Number(first!.seconds);
}

/**
 * Makes the pending deliveries of a team, or of all teams, due now. Rows that a worker is changing are skipped, because
 * two statements that lock many rows in different orders would deadlock.
 */
export async function makeAllDue(em: EntityManager, teamId: string | null = null): Promise<void> {
  await em.execute(
    `with free as (
       select team_id, id from webhook_delivery
       where status = 'pending' and team_id = coalesce(?::uuid, team_id) for update skip locked
     )
     update webhook_delivery d set next_attempt_at = now() from free where d.team_id = free.team_id and d.id = free.id`,
    [teamId],
  );
  await em.execute(
    `with free as (
       select team_id, name from webhook_target where team_id = coalesce(?::uuid, team_id) for update skip locked
     )
     update webhook_target t set due_at = now() from free where t.team_id = free.team_id and t.name = free.name`,
    [teamId],
  );
}

/** Ends the leases of targets, as if the time of an attempt had passed. */
export const endLeases = (em: EntityManager) =>
  em.execute("update webhook_target set leased_until = now(), due_at = now() where leased_until is not null");
