/** Inputs with which the operations succeed: the examples of the contract, with phones and records of their own. */
import { randomInt, randomUUID } from "node:crypto";
import { operations } from "../../generated/operations.ts";
import { expectSuccess, Skip } from "./expect.ts";
import { type CheckedId, checkedIds, exampleOf } from "./operations.ts";
import type { Input, Subject } from "./subject.ts";

type MakeInput = (subject: Subject) => Promise<Input>;

/** A fictional phone, which hardly any other run has used. */
const newPhone = () => `+1${randomInt(201, 990)}555${String(randomInt(0, 10_000)).padStart(4, "0")}`;

/** An address that no name server knows, so that nothing is posted anywhere. */
const endpointUrl = "https://endpoint.invalid/hook";

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** In test mode, the passcodes to this phone are known. */
const passcodes = { phone: "+15005550009", code: "12345678" };

/** The fields of an answer: texts, and records. */
type Fields = Record<string, string & { readonly id: string; readonly updatedAt: string }>;

/** Calls an operation that must succeed. */
const call = async (subject: Subject, id: CheckedId, input: Input) =>
  expectSuccess(id, await subject.ask(id, input)) as Fields;

const send = (subject: Subject) => call(subject, "sendText", { body: { phone_number: newPhone(), message: "hello" } });

async function schedule(subject: Subject, given: object = {}): Promise<string> {
  const body = { phone_number: newPhone(), message: "hello", sendAt: inAnHour(), ...given };
  return (await call(subject, "sendMessage", { body })).message!.id;
}

async function makeCanceled(subject: Subject): Promise<Input> {
  const path = { id: await schedule(subject) };
  await call(subject, "cancelMessage", { path });
  return { path };
}

/** Makes two contacts that can be merged. */
async function makePair(subject: Subject): Promise<{ sourceContactId: string; targetContactId: string }> {
  const make = () => call(subject, "createContact", { body: { name: "Ada", phones: [newPhone()] } });
  return { sourceContactId: (await make()).contact!.id, targetContactId: (await make()).contact!.id };
}

async function makeEndpoint(subject: Subject): Promise<{ id: string }> {
  const body = { url: endpointUrl, mode: "test" };
  return { id: (await call(subject, "createWebhookEndpoint", { body })).webhookEndpoint!.id };
}

async function makePhone(subject: Subject): Promise<Record<string, string>> {
  const { contact } = await call(subject, "createContact", { body: { name: "Ada", phones: [newPhone()] } });
  const path = { id: contact!.id };
  const { phone } = await call(subject, "addContactPhone", { path, body: { phoneNumber: newPhone() } });
  return { ...path, phoneId: phone!.id };
}

const ofEndpoint: MakeInput = async (subject) => ({ path: await makeEndpoint(subject) });

const needsHold: MakeInput = async () => {
  throw new Skip("only a key whose texts are held makes such a record");
};

/** The operations whose examples need a record of another operation. */
const special: { [Id in CheckedId]?: MakeInput } = {
  getMessage: async (subject) => ({ path: { id: (await send(subject)).textId } }),
  sendMessage: async () => ({ body: { phone_number: newPhone(), message: "hello", sendAt: inAnHour() } }),
  cancelMessage: async (subject) => ({ path: { id: await schedule(subject) } }),
  redactMessage: makeCanceled,
  deleteMessage: makeCanceled,
  async cancelCampaign(subject) {
    const campaign = `campaign ${randomUUID()}`;
    await schedule(subject, { campaign });
    return { body: { campaign } };
  },
  async createBusinessNumber() {
    const phoneNumber = newPhone();
    return { body: { name: `conformance ${randomUUID()}`, phoneNumber, phoneNumberSid: `PN${randomUUID()}` } };
  },
  async createContact() {
    return { body: { name: "Ada Lovelace", phones: [newPhone()], externalId: randomUUID() } };
  },
  async upsertContact() {
    return { body: { name: "Ada Lovelace", phones: [newPhone()], externalId: randomUUID() } };
  },
  updateContactPhone: async (subject) => ({ path: await makePhone(subject), body: { label: "work" } }),
  deleteContactPhone: async (subject) => ({ path: await makePhone(subject) }),
  async deleteContact(subject) {
    const { contact } = await call(subject, "createContact", { body: { name: "Ada", phones: [newPhone()] } });
    return { path: { id: contact!.id }, query: { unchangedSince: contact!.updatedAt } };
  },
  previewMerge: async (subject) => ({ body: await makePair(subject) }),
  async undoMerge(subject) {
    const { mergeId } = await call(subject, "mergeContacts", { body: await makePair(subject) });
    return { path: { id: mergeId! } };
  },
  async getErasure(subject) {
    const { erasure } = await call(subject, "createErasure", { body: { phone: newPhone() } });
    return { path: { id: erasure!.id } };
  },
  createWebhookEndpoint: async () => ({ body: { url: endpointUrl, mode: "test", types: ["message.received"] } }),
  getWebhookEndpoint: ofEndpoint,
  getWebhookEndpointSecret: ofEndpoint,
  rotateWebhookEndpointSecret: ofEndpoint,
  deleteWebhookEndpoint: ofEndpoint,
  testWebhookEndpoint: ofEndpoint,
  listWebhookEndpointDeliveries: ofEndpoint,
  updateWebhookEndpoint: async (subject) => ({ path: await makeEndpoint(subject), body: { mode: "test" } }),
  async replayWebhookEndpoint(subject) {
    const path = await makeEndpoint(subject);
    return { path, body: { since: (await call(subject, "listEvents", {})).recordedSince } };
  },
  listSimulatedTexts: async (subject) => ({ query: { to: (await send(subject)).to } }),
  async receiveSimulatedReply(subject) {
    const { from } = await send(subject);
    return { body: { from: newPhone(), to: from, text: "hello" } };
  },
  async setSimulatedStatus(subject) {
    const { textId } = await call(subject, "sendText", { body: { phone_number: "+15005550005", message: "hello" } });
    return { path: { id: textId }, body: { status: "undelivered", errorCode: "30003" } };
  },
  advanceSimulatedClock: async () => ({ body: { advanceSeconds: 1 } }),
  async verifyOtp(subject) {
    const recipient_id = randomUUID();
    await call(subject, "generateOtp", { body: { phone: passcodes.phone, recipient_id } });
    return { body: { recipient_id, otp: passcodes.code.slice(0, 6) } };
  },
  getApproval: needsHold,
  approveText: needsHold,
  rejectText: needsHold,
  async decideSuspectedRevocation() {
    throw new Skip("only an inbound text opens such a case");
  },
  async createMediaLink() {
    throw new Skip("only an upload makes a file");
  },
};

/**
 * Makes an input with which an operation succeeds, and the records that it needs.
 *
 * @throws Skip if no request can make them, and Breach if one of them fails
 */
export async function inputOf(subject: Subject, id: CheckedId): Promise<Input> {
  const own = special[id];
  if (own) return own(subject);
  const records = new Map<string, string>();
  const replace = async (value: unknown): Promise<unknown> => {
    if (typeof value === "string" && /^\+\d{7,15}$/.test(value)) return newPhone();
    if (typeof value === "string" && value.startsWith("https://example.com/")) return endpointUrl;
    if (typeof value === "string" && /^[\da-f-]{36}$/.test(value)) {
      if (!records.has(value)) records.set(value, await makeRecord(subject, operations[id].area));
      return records.get(value);
    }
    if (typeof value !== "object" || value === null) return value;
    const replaced: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) replaced.push([name, await replace(field)]);
    return Array.isArray(value) ? replaced.map(([, item]) => item) : Object.fromEntries(replaced);
  };
  return (await replace(exampleOf(id))) as Input;
}

/** Makes a record of an area, and returns its id. */
async function makeRecord(subject: Subject, area: string): Promise<string> {
  const creating = checkedIds.find((id) => operations[id].method === "POST" && operations[id].path === `/api/${area}`);
  // Only a text creates a thread.
  const id = creating ?? "sendText";
  const answer = await call(subject, id, await inputOf(subject, id));
  const [made] = Object.values(answer).filter((part) => typeof part === "object") as { id: string }[];
  return made?.id ?? answer.threadId!;
}
