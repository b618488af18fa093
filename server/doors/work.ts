/**
 * What a worker does for doors: it posts to apps, and sends the texts that apps answer with.
 */
import { createGroupCommit } from "../db/commit/group-commit.ts";
import { createBackground } from "../housekeeping/background.ts";
import type { Log } from "../log.ts";
import type { Queue } from "../queue/queue.ts";
import type { TargetKind } from "../webhooks/target-kind.ts";
import { createTwilioPosts, type TwilioPostServices } from "./twilio/post-kind.ts";
import { type AnswerServices, sendAnswers } from "./twilio/twiml/send-answers.ts";

type Means = Pick<AnswerServices, "orm" | "carrierOf" | "files" | "phoneHashes"> & { log: Log };

/** Makes the kind of the targets that doors post to. Only one door posts to apps. */
export const createDoorPosts = (services: TwilioPostServices): TargetKind => createTwilioPosts(services);

/** Starts to send the texts that apps answer inbound texts with. Returns a function that stops it. */
export async function startAnswers(queue: Pick<Queue, "work">, means: Means): Promise<() => Promise<void>> {
  const background = createBackground(means.log);
  const services = { ...means, background, groupCommit: createGroupCommit(means.orm) };
  const stop = await queue.work("doors.twiml", (job) => sendAnswers(services, job));
  return async () => {
    await stop();
    await background.stop();
  };
}
