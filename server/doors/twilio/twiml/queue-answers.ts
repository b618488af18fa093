import { inputSchemas } from "../../../contract/schemas.ts";
import { emWithoutTeam } from "../../../db/commit/each-place.ts";
import type { EntityManager } from "../../../db/orm.ts";
import { idFrom } from "../../../db/schema/ids.ts";
import type { Log } from "../../../log.ts";
import { enqueue } from "../../../queue/enqueue.ts";
import type { AnswersJob } from "../../../queue/queues.ts";
import type { DoorPost, InboundPost } from "../../../webhooks/queue/door-posts.ts";
import type { AnsweredAttempt } from "../../../webhooks/target-kind.ts";
import { findDoorKey } from "../../secrets.ts";
import { readTwiml, type Twiml, type TwimlText } from "./read-twiml.ts";

/** The size of TwiML. */
export const maxTwimlBytes = 64 * 1_024;

/** The attempts whose answers count. A reply hours after the text would surprise its reader. */
const lastAttempt = 2;

/**
 * Queues the texts that apps have answered inbound texts with, in the transaction that records the attempts. Only TwiML of
 * a first or second attempt counts. An inbound text has at most one job, so a repeated attempt sends nothing twice.
 */
export async function queueAnswers(
  tx: EntityManager,
  attempts: AnsweredAttempt[],
  log: Pick<Log, "info">,
): Promise<void> {
  for (const { delivery, result } of attempts) {
    const post = JSON.parse(delivery.payload) as DoorPost;
    if (post.type !== "inbound" || delivery.attempt > lastAttempt) continue;
    const twiml = twimlOf(result, post);
    if (!twiml) continue;
    const { teamId, url } = delivery;
    const { messageId, threadId, testMode } = post;
    const about = { teamId, messageId };
    if ("error" in twiml) log.info({ ...about, reason: twiml.error }, "TwiML not read");
    else if (twiml.ignored.length > 0) log.info({ ...about, ignored: twiml.ignored }, "TwiML not done");
    if ("error" in twiml || twiml.texts.length === 0) continue;
    const apiKeyId = await findDoorKey(tx, { teamId, door: "twilio", testMode });
    if (apiKeyId === undefined) continue;
    const texts = twiml.texts.map((text) => resolve(text, url));
    const data: AnswersJob = { teamId, apiKeyId, testMode, threadId, messageId, texts };
    await enqueue(emWithoutTeam(tx), "doors.twiml", [{ id: idFrom(messageId, "twiml"), data }]);
  }
}

/** The types of TwiML, as at Twilio. A web framework names its answer HTML unless the app says otherwise. */
const twimlTypes = new Set(["text/xml", "application/xml", "text/html"]);

/** Reads the TwiML of an answer; undefined if it is no success or has another type. */
function twimlOf(
  result: AnsweredAttempt["result"],
  parties: Pick<InboundPost, "from" | "to">,
): Twiml | { error: string } | undefined {
  if (!("status" in result) || result.status < 200 || result.status > 299) return undefined;
  const { type = "", bytes } = result.content ?? {};
  if (!twimlTypes.has(type.split(";")[0]!.trim().toLowerCase())) return undefined;
  return bytes ? readTwiml(bytes, parties) : { error: "The answer is incomplete, or larger than 64 KiB." };
}

/** An address may be relative to that of the post. One that is not valid is left out. */
function resolve({ body, statusCallback }: TwimlText, base: string): AnswersJob["texts"][number] {
  const url = statusCallback === undefined ? null : URL.parse(statusCallback, base);
  return { body, statusCallback: url && isUsable(url) ? url.href : null };
}

/** The limit of the contract for the address of statuses. */
const maxUrl = inputSchemas.createTwilioMessage.body!.properties!.StatusCallback!.maxLength!;

const isUsable = ({ protocol, username, password, href }: URL) =>
  /^https?:$/.test(protocol) && username + password === "" && href.length <= maxUrl;
