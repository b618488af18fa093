import { contractDocument } from "../../server/contract/document.ts";
import { findUnstorable } from "../../server/contract/storable.ts";
import { inboundForm, newSid, statusForm } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";
import { postSigned } from "./callbacks.ts";
import { readThread } from "./check.ts";
import type { ExperimentContext } from "./context.ts";
import { nameOf } from "./history.ts";
import { forEach, until } from "./load.ts";
import type { Service } from "./service.ts";

const fields = ["MessageSid", "From", "To", "MessageStatus", "ErrorCode", "ErrorMessage", "AccountSid", "NumMedia"];

/**
 * Posts signed callbacks with texts in their fields, names and addresses. All must be accepted, except those that are too
 * large, and no job may fail. Inbound texts must be stored unchanged, except for characters that cannot be stored.
 */
export async function tryCallbacks(context: ExperimentContext, service: Service, texts: string[]): Promise<string[]> {
  const problems: string[] = [];
  const { client, number } = await service.signIn();
  const phone = uniquePhone();
  const post = async (kind: "inbound" | "status" | "otp-status", form: Record<string, string>, query = "") => {
    const answer = await postSigned(service, kind, form, query);
    const isTooLarge = new URLSearchParams(form).toString().length > contractDocument["x-limits"].callbackBytes;
    if (nameOf(answer) !== (isTooLarge ? "413 payload_too_large" : "200"))
      problems.push(`a callback, ${JSON.stringify(form).slice(0, 200)}: ${nameOf(answer)}`);
  };
  await forEach(context, texts, 8, async (text) => {
    const field = context.random.pick(fields);
    // Encoded like `fetch`, because the signature covers the address as it arrives.
    const encoded = encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
    // An invalid id is ignored, but an invalid text or address is refused.
    const isStorable = encoded.length < 8_000 && findUnstorable(text, 1).length === 0;
    const query = context.random.pick(isStorable ? ["", `?textId=${encoded}`] : [""]);
    await post("inbound", inboundForm(phone, number, text));
    await post("inbound", { ...inboundForm(uniquePhone(), number, "hello"), [field]: text });
    await post("status", { ...statusForm(number, newSid(), "sent"), [field]: text }, query);
    await post("otp-status", { ...statusForm(number, newSid(), "sent"), [text.toWellFormed()]: text });
  });
  const open = "select from callback where kind = 'inbound' and outcome is null limit 1";
  await until("the inbound callbacks are processed", async () => (await service.em().execute(open)).length === 0, {
    seconds: 90,
  });

  const [thread] = await service
    .em()
    .execute<{ id: string }[]>("select id from thread where contact_phone = ?", [phone]);
  const stored = new Set((await readThread(client, thread!.id)).map(({ body }) => body));
  const lost = texts.filter((text) => !stored.has(text.toWellFormed().replaceAll("\0", "\ufffd")));
  problems.push(...lost.map((text) => `not stored unchanged: ${JSON.stringify(text.slice(0, 60))}`));
  const failed = await service
    .em()
    .execute<{ output: unknown }[]>(
      "select output from pgboss.job where name like 'callbacks.%' and (state = 'failed' or retry_count > 0)",
    );
  problems.push(...failed.map(({ output }) => `a job failed: ${JSON.stringify(output)}`));
  return problems;
}
