import { queries } from "../../db/orm.ts";
import { isAfter, readNext, recordsOf, type Source, type SourceRequest } from "./source.ts";

/** Reads the messages of all threads of a phone, with the files that came with them. */
export const readMessages: Source = async ({ em, teamId, phone, ...page }) => {
  const messages = queries(em)
    .selectFrom("Thread as t")
    .innerJoinLateral(
      (thread) =>
        thread
          .selectFrom("Message")
          .selectAll()
          .whereRef("Message.teamId", "=", "t.teamId")
          .whereRef("Message.threadId", "=", "t.id")
          .where(isAfter(page.after, "message.created_at, message.id"))
          .orderBy("Message.createdAt")
          .orderBy("Message.id")
          .limit(page.limit)
          .as("m"),
      (join) => join.onTrue(),
    )
    .select(["m.id", "m.createdAt", "m.updatedAt", "m.threadId", "m.direction", "m.body", "m.media", "m.status"])
    .select([
      "m.testMode",
      "m.providerId",
      "m.errorCode",
      "m.segments",
      "m.encoding",
      "m.apiKeyId",
      "m.replyWebhookUrl",
    ])
    .select(["m.webhookData", "m.statusCallback", "m.autoReply"])
    .where("t.teamId", "=", teamId)
    .where("t.contactPhone", "=", phone);
  const rows = await readNext(messages, page, "m.created_at, m.id");
  const files = await readFiles(
    { em, teamId },
    rows.map(({ id }) => id),
  );
  return recordsOf(rows, page.limit, ({ id, createdAt, ...message }) => ({
    ...message,
    receivedFiles: files.filter(({ messageId }) => messageId === id),
  }));
};

/** Reads what is known about the files of received messages, without their contents. */
async function readFiles({ em, teamId }: Pick<SourceRequest, "em" | "teamId">, messageIds: string[]) {
  if (messageIds.length === 0) return [];
  return queries(em)
    .selectFrom("Media")
    .select(["id", "messageId", "sourceUrl", "declaredType", "contentType", "size", "state", "createdAt", "storedAt"])
    .where("teamId", "=", teamId)
    .where("messageId", "in", messageIds)
    .orderBy("messageId")
    .orderBy("place")
    .execute();
}
