/**
 * Reads accepted texts back.
 */
import type { Client, RawAnswer } from "../support/client.ts";
import type { TeamOperation } from "../support/examples.ts";
import type { Service } from "./service.ts";

/** Reads the data that an operation stored, as its team or the provider sees it. */
export async function readStored(
  service: Service,
  id: TeamOperation,
  { client }: { client: Client },
  { body }: RawAnswer,
  text: string,
): Promise<unknown> {
  if (body.businessNumber) return client.getBusinessNumber({ path: { id: body.businessNumber.id } });
  if (body.contact) return client.getContact({ path: { id: body.contact.id } });
  if (body.consent) {
    const { consents } = await client.listConsents({ query: { source: "api" } });
    return consents.find((entry) => entry.id === body.consent.id);
  }
  if (body.approval) return client.getApproval({ path: { id: body.approval.id } });
  if (body.vendor) return (await client.listConsents({ query: { source: "import" } })).consents;
  if (body.message) {
    const { id: messageId } = body.message;
    const [row] = await service
      .em()
      .execute(
        "select webhook_data from message where id = ? union all select webhook_data from pending_message where id = ?",
        [messageId, messageId],
      );
    const { body: sent, campaign } = await client.getMessage({ path: { id: messageId } });
    return [sent, campaign, row];
  }
  if (body.textId) {
    const { messages } = await client.listThreadMessages({ path: { id: body.threadId } });
    const [row] = await service.em().execute("select webhook_data from message where id = ?", [body.textId]);
    return [messages.find((message) => message.id === body.textId)?.body, row];
  }
  if (body.otpId) {
    const [row] = await service.em().execute("select recipient_id from otp where id = ?", [body.otpId]);
    // The code replaces `$OTP`, or is at the end of the text.
    const sent = service.provider.texts.find((each) => each.id === body.otpId)?.body ?? "";
    const template = text.includes("$OTP") ? text : `${text} $OTP`;
    // Other digits may be next to the code.
    const codes = [...sent.matchAll(/(?=(\d{6}))/g)].map(([, code]) => code!);
    return [row, codes.some((code) => template.replaceAll("$OTP", () => code) === sent) ? text : sent];
  }
  throw new Error(`There is no way to read the data of ${id}`);
}

/** Finds the filters that miss a contact whose searchable fields all have the text. */
export async function findMissing(client: Client, id: string, text: string): Promise<string[]> {
  const filters = [{ external_id: text }, { tag: text }, { query: text }];
  const missing: string[] = [];
  for (const filter of filters) {
    const { status, text: answer } = await client.raw("listContacts", { query: { ...filter, per_page: 100 } });
    if (status !== 200 || !answer.includes(id)) missing.push(`${JSON.stringify(filter)}: ${status}`);
  }
  return missing;
}

/** All texts in a value, including names of fields. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsOf(field)]);
}
