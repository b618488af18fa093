/**
 * Sends the texts that apps have answered inbound texts with.
 *
 * Promises: each text is sent at most once, because its claim is stored with it, whatever is repeated: the job, or the
 * attempt. The rules of every text hold: the rights of the key, opt-outs, recipients, budgets.
 * Costs: a statement for each job, and what a text costs.
 * Preconditions: the carrier's calls end.
 */
import { hash } from "node:crypto";
import { sql } from "kysely";
import type { GroupCommit } from "../../../db/commit/group-commit.ts";
import { emOfTeam } from "../../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared } from "../../../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../../../db/timestamp.ts";
import { ApiError } from "../../../errors.ts";
import type { Background } from "../../../housekeeping/background.ts";
import { checkKeys } from "../../../keys/usable-keys.ts";
import type { Log } from "../../../log.ts";
import type { FileMeans, SendingScope } from "../../../operations/scope.ts";
import type { Provider } from "../../../provider/provider.ts";
import type { AnswersJob } from "../../../queue/queues.ts";
import type { PhoneHashes } from "../../../secrets/phone-hashes.ts";
import { sendMessage } from "../../../texts/send-message.ts";
import { plainText } from "../../plain-text.ts";

export interface AnswerServices {
  orm: Orm;
  log: Pick<Log, "info">;
  groupCommit: GroupCommit;
  background: Background;
  files: FileMeans;
  phoneHashes: PhoneHashes;
  /** Returns the carrier of the texts of a mode. */
  carrierOf(testMode: boolean): Provider;
}

/** Two machines that answer each other end at this number of texts of a thread in this time. */
const maxTexts = 15;
const boundMicroseconds = 30 * 1_000_000;

/** Sends the texts of a job. A text that a rule refuses is logged. @throws the error after which the job is to be repeated */
export async function sendAnswers(services: AnswerServices, job: AnswersJob): Promise<void> {
  const { orm, log, groupCommit, background, files, phoneHashes, carrierOf } = services;
  const { teamId, apiKeyId, testMode, threadId, messageId, texts } = job;
  const em = emOfTeam(orm, teamId);
  const keys = await checkKeys(em, [apiKeyId], "sendMessage");
  const rights = keys.rightsOf(apiKeyId, testMode);
  const drop = (reason: string, index?: number) =>
    log.info({ teamId, messageId, index, reason }, "TwiML text not sent");
  if (typeof rights === "string") return drop(rights);
  for (const [index, { body, statusCallback }] of texts.entries()) {
    // A microsecond later than the text before, so that texts which wait for their turns keep their order.
    const now = plusMicroseconds(keys.now, index);
    if ((await countTexts(em, job, now)) >= maxTexts) return drop("too many texts of the thread", index);
    const key = `twiml ${messageId} ${index}`;
    const scope: SendingScope = {
      teamId,
      apiKeyId,
      rights,
      testMode,
      now,
      em,
      background,
      files,
      phoneHashes,
      provider: carrierOf(testMode),
      commit: (work, item) => groupCommit(work, item, teamId),
      claim: { teamId, apiKeyId, testMode, key, fingerprint: hash("sha256", key, "buffer"), now },
    };
    const mayAnnounce = !rights.scopes || rights.scopes.has("webhooks:write");
    const text = { ...plainText, phone: undefined, sender: undefined, threadId, body, waitsForTurn: true };
    await sendMessage(scope, { ...text, statusCallback: mayAnnounce ? statusCallback : null }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError) || isTemporary(error)) throw error;
        drop(error.code, index);
      },
    );
  }
}

const isTemporary = ({ code }: ApiError) => code === "server_error" || code === "idempotency_in_progress";

/** Counts the latest outbound texts of a thread, and those that wait for their turns. */
async function countTexts(em: EntityManager, { teamId, threadId }: AnswersJob, now: Timestamp): Promise<number> {
  const since = plusMicroseconds(now, -boundMicroseconds);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from message
      where team_id = ${teamId}::uuid and thread_id = ${threadId}::uuid and direction = 'outbound'
        and created_at > ${since}::timestamptz
      union all
      select from thread t cross join lateral (
        select from pending_message p
        where p.team_id = t.team_id and p.phone_number = t.contact_phone and p.thread_id = t.id and p.status = 'scheduled'
          and p.created_at > ${since}::timestamptz and p.send_at <= ${now}::timestamptz
        limit ${maxTexts}::int
      ) as waiting
      where t.team_id = ${teamId}::uuid and t.id = ${threadId}::uuid
      limit ${maxTexts}::int
    ) as latest
  `.execute(prepared(em));
  return rows[0]!.count;
}
