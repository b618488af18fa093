import type { Client } from "../client/client.ts";
import { Failure } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { plain } from "../output/plain-text.ts";
import { formatTime } from "../output/times.ts";
import { describeProblems } from "../rows/examine.ts";
import type { TextExamination } from "./examine-texts.ts";
import type { FileSchedule } from "./schedule-file.ts";

/** Whether a run of `send --file` asks before it sends: on a terminal, without `--yes`. */
export const asks = (io: Io, { yes = false }: { yes?: boolean }): boolean => !yes && canAsk(io);

interface SendToConfirm {
  examination: TextExamination;
  from: string | undefined;
  schedule: FileSchedule | undefined;
}

/**
 * Shows what a file would send, in which mode and from which number, and asks.
 *
 * @throws Failure (usage) if the user does not want to send
 */
export async function confirmSend(
  io: Io,
  client: Client,
  { examination, from, schedule }: SendToConfirm,
): Promise<void> {
  const { texts, phones, segments } = examination;
  const [key, sender] = await Promise.all([client.api.GET("/api/key"), from ?? findSender(client)]);
  const mode = key.data!.testMode ? "in test mode, nothing reaches a phone" : "LIVE";
  for (const line of describeProblems(examination)) tell(io, line);
  tell(
    io,
    `${count(texts, "text")} to ${count(phones, "phone")} in ${count(segments, "segment")}, from ${plain(sender)}${schedule ? `, at ${formatTime(schedule.sendAt)}` : ""}: ${mode}.`,
  );
  const { ask } = await import("../prompts.ts");
  const answer = await ask.choice(io, schedule ? "Schedule them?" : "Send them?", [
    { value: "no", label: "No" },
    { value: "yes", label: "Yes" },
  ]);
  if (answer !== "yes") throw new Failure("usage", `Cancelled. Nothing was ${schedule ? "scheduled" : "sent"}.`);
}

const count = (number: number, noun: string) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** The number that the server sends from if no number is named: the active primary, else the only active one. */
async function findSender(client: Client): Promise<string> {
  const unknown = "the team's number";
  try {
    const { data } = await client.api.GET("/api/business-numbers");
    const active = data!.businessNumbers.filter(({ status }) => status === "active");
    const number = active.find(({ isPrimary }) => isPrimary) ?? (active.length === 1 ? active[0] : undefined);
    return number ? `${number.phoneNumber} (${number.name})` : unknown;
  } catch (error) {
    // The key may lack the right to read numbers, which a send does not need.
    if (error instanceof Failure && error.refusal.code === "insufficient_scope") return unknown;
    throw error;
  }
}
