import { createGroupCommit } from "../db/commit/group-commit.ts";
import { type AnswerServices, sendAnswers } from "../doors/twilio/twiml/send-answers.ts";
import { createBackground } from "../housekeeping/background.ts";
import type { Log } from "../log.ts";
import type { Queue } from "../queue/queue.ts";

type Means = Pick<AnswerServices, "orm" | "carrierOf" | "files"> & { log: Log };

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
