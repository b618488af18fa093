import type { OpenAPIV3_1 } from "openapi-types";
import { type OperationId, operations, type RouteId } from "../../generated/operations.ts";
import { describe, inputSchemas, type Parameter } from "../../server/contract/schemas.ts";
import { newId } from "../../server/db/schema/ids.ts";
import type { CallInput, Client } from "./client.ts";
import { makeMerge, uniquePhone } from "./factories.ts";
import { askForText } from "./held-texts.ts";
import { codeIn } from "./passcodes.ts";
import type { RecordingProvider } from "./provider.ts";

/** The texts that a provider received. */
type Sent = { readonly texts: readonly Pick<RecordingProvider["texts"][number], "id" | "body">[] };

/** Streams, whose answers do not end, and the operations of files and of suspicions, which no client can make. */
const withoutExamples = [
  "streamEvents",
  "uploadMedia",
  "getMedia",
  "createMediaLink",
  "decideSuspectedRevocation",
] as const;

type WithoutExample = (typeof withoutExamples)[number];

export type TeamOperation = {
  [Id in OperationId]: (typeof operations)[Id]["auth"] extends "apiKey" ? Exclude<Id, WithoutExample> : never;
}[OperationId];

/** The operations that act for a team and whose example succeeds. */
export const teamOperations = (Object.keys(operations) as OperationId[]).filter(
  (id): id is TeamOperation =>
    operations[id].auth === "apiKey" && !(withoutExamples as readonly OperationId[]).includes(id),
);

/** The operations that are tools of the default list. */
export const toolOperations = teamOperations.filter((id) => operations[id].isTool && operations[id].isDefaultTool);

/** Whether an operation succeeds only with a key in test mode. */
export const needsTestMode = (id: RouteId) => id === "advanceSimulatedClock";

/** An address that no name server knows, so that a worker posts the events of an example nowhere. */
const endpointUrl = "https://endpoint.invalid";

/** Operations whose examples need values of an earlier answer. */
const special: { [Id in TeamOperation]?: (client: Client, provider: Sent) => Promise<CallInput<Id>> } = {
  updateContactPhone: async (client) => ({ path: await makePhone(client), body: { label: "work" } }),
  deleteContactPhone: async (client) => ({ path: await makePhone(client) }),
  // The time of the example is before any contact's last change.
  async deleteContact(client) {
    const { contact } = await client.createContact({ body: { name: "Ada", phones: [uniquePhone()] } });
    return { path: { id: contact.id }, query: { unchangedSince: contact.updatedAt } };
  },
  async undoMerge(client) {
    return { path: { id: await makeMerge(client) }, body: { keepLater: true } };
  },
  // A client in test mode may make endpoints of this mode only.
  createWebhookEndpoint: async () => ({ body: { url: endpointUrl, types: ["message.received"], mode: "test" } }),
  async listWebhookEndpointDeliveries(client) {
    const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: endpointUrl } });
    const path = { id: webhookEndpoint.id };
    for (let i = 0; i < 2; i += 1) await client.testWebhookEndpoint({ path });
    return { path, query: { per_page: 1 } };
  },
  async replayWebhookEndpoint(client) {
    const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: endpointUrl } });
    const { recordedSince: since } = await client.listEvents();
    return { path: { id: webhookEndpoint.id }, body: { since } };
  },
  async listSimulatedTexts(client) {
    const { to } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    return { query: { to, wait: 10 } };
  },
  async receiveSimulatedReply(client) {
    const { businessNumbers } = await client.listBusinessNumbers();
    return { body: { from: uniquePhone(), to: businessNumbers[0]!.phoneNumber, text: "hello" } };
  },
  async getMessage(client) {
    const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    return { path: { id: textId } };
  },
  sendMessage: async () => ({ body: { phone_number: uniquePhone(), message: "hello", sendAt: inAnHour() } }),
  async cancelMessage(client) {
    const body = { phone_number: uniquePhone(), message: "hello", sendAt: inAnHour() };
    return { path: { id: (await client.sendMessage({ body })).message.id } };
  },
  redactMessage: async (client) => ({ path: { id: await makeCanceled(client) } }),
  deleteMessage: async (client) => ({ path: { id: await makeCanceled(client) } }),
  getErasure: async (client) => ({
    path: { id: (await client.createErasure({ body: { phone: uniquePhone() } })).erasure.id },
  }),
  async cancelCampaign(client) {
    const campaign = "spring sale";
    await client.sendMessage({
      body: { phone_number: uniquePhone(), message: "hello", sendAt: inAnHour(), campaign },
    });
    return { body: { campaign } };
  },
  getApproval: async (client) => ({ path: { id: await askForText(client) } }),
  approveText: async (client) => ({ path: { id: await askForText(client) } }),
  rejectText: async (client) => ({ path: { id: await askForText(client) }, body: { note: "Not to customers." } }),
  async setSimulatedStatus(client) {
    const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    return { path: { id: textId }, body: { status: "undelivered", errorCode: "30003" } };
  },
  async verifyOtp(client, provider) {
    const { recipient_id, otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: newId() } });
    return { body: { recipient_id, otp: codeIn(provider.texts.find(({ id }) => id === otpId)!) } };
  },
};

/** Schedules a text, cancels it, and returns its id. */
async function makeCanceled(client: Client): Promise<string> {
  const body = { phone_number: uniquePhone(), message: "hello", sendAt: inAnHour() };
  const { id } = (await client.sendMessage({ body })).message;
  await client.cancelMessage({ path: { id } });
  return id;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Creates a contact with two phones, and returns the second. */
async function makePhone(client: Client): Promise<{ id: string; phoneId: string }> {
  const { contact } = await client.createContact({ body: { name: "Ada", phones: [uniquePhone()] } });
  const { id } = contact;
  const { phone } = await client.addContactPhone({ path: { id }, body: { phoneNumber: uniquePhone() } });
  return { id, phoneId: phone.id };
}

/**
 * Makes a successful call of the contract's example of an operation. Its phone numbers are unused. Its ids are those of
 * records that the area's example has created. Its addresses do not exist.
 */
export async function exampleOf(id: TeamOperation, client: Client, provider: Sent): Promise<CallInput<TeamOperation>> {
  const own = special[id];
  if (own) return (await own(client, provider)) as CallInput<TeamOperation>;
  const { path, query, body } = rawExampleOf(id);
  const records = new Map<string, string>();
  // Runs sequentially, so that records are always created in the same order.
  const replace = async (value: unknown): Promise<unknown> => {
    if (typeof value === "string" && /^\+\d{7,15}$/.test(value)) return uniquePhone();
    if (typeof value === "string" && value.startsWith("https://example.com/")) return endpointUrl;
    if (typeof value === "string" && /^[\da-f-]{36}$/.test(value)) {
      if (!records.has(value)) records.set(value, await makeRecord(operations[id].area, client, provider));
      return records.get(value);
    }
    if (typeof value !== "object" || value === null) return value;
    const replaced: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) replaced.push([name, await replace(field)]);
    return Array.isArray(value) ? replaced.map(([, item]) => item) : Object.fromEntries(replaced);
  };
  return (await replace({ path, query, ...(body !== undefined && { body }) })) as CallInput<TeamOperation>;
}

/** The unchanged example of the contract. */
export function rawExampleOf(id: RouteId): { path: object; query: object; body: unknown } {
  const { parameters } = inputSchemas[id];
  const inPlace = (place: string) =>
    Object.fromEntries(
      (parameters as (Parameter & { example?: unknown })[])
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    );
  return { path: inPlace("path"), query: inPlace("query"), body: bodyExampleOf(describe(id)) };
}

function bodyExampleOf({ requestBody }: OpenAPIV3_1.OperationObject): unknown {
  const media = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content["application/json"];
  const [first] = Object.values(media?.examples ?? {}) as OpenAPIV3_1.ExampleObject[];
  return media?.example ?? first?.value;
}

/** The id of a new record of an area. */
async function makeRecord(area: string, client: Client, provider: Sent): Promise<string> {
  const creating = teamOperations.find(
    (id) => operations[id].method === "POST" && operations[id].path === `/api/${area}`,
  );
  // Only a text creates a thread.
  const id = creating ?? "sendText";
  const { body, status, text } = await client.raw(id, await exampleOf(id, client, provider));
  if (status !== operations[id].status) throw new Error(`The example of ${id} fails: ${text}`);
  const [made] = Object.values(body).filter((part) => typeof part === "object") as { id: string }[];
  return made?.id ?? body.threadId;
}
