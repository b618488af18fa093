import type { TestApp } from "../support/app.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildKey, buildOtp, uniquePhone } from "../support/factories.ts";

/** Requests of new teams, from which the error catalogue makes invalid ones. */
export function createRequests(app: TestApp) {
  async function send(body: object, options: { withNumber?: boolean } = {}): Promise<RawAnswer> {
    const { client } = await app.signIn(options);
    return client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello", ...body } });
  }

  async function sendLater(body: object): Promise<RawAnswer> {
    const { client } = await app.signIn();
    return client.raw("sendMessage", { body: { phone_number: uniquePhone(), message: "hello", ...body } });
  }

  async function generate(body: object): Promise<RawAnswer> {
    const { client } = await app.signIn();
    return client.raw("generateOtp", { body: { phone: uniquePhone(), recipient_id: "user", ...body } });
  }

  /** Guesses a passcode, whose code is 123456. */
  async function verify(otp: string, given: Partial<Parameters<typeof buildOtp>[1]> = {}): Promise<RawAnswer> {
    const { client, team } = await app.signIn();
    const { recipientId } = await buildOtp(app.em(), { team, ...given });
    return client.raw("verifyOtp", { body: { recipient_id: recipientId, otp } });
  }

  async function create(fieldsBeside: (taken: { name: string; phoneNumber: string }) => object): Promise<RawAnswer> {
    const { client, team } = await app.signIn();
    const taken = await buildBusinessNumber(app.em(), { team });
    const free = { name: "New", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
    return client.raw("createBusinessNumber", { body: { ...free, ...fieldsBeside(taken) } });
  }

  /** Two contacts of a new team that have a phone and an external id in common. */
  async function buildLikeContacts() {
    const { client } = await app.signIn();
    const [phone, externalId] = [uniquePhone(), "crm-1"];
    const [first, second] = [
      await buildContact(client, { phones: [phone], externalId }),
      await buildContact(client, { phones: [phone], externalId }),
    ];
    return { client, phone, externalId, first, second };
  }

  async function post(body: string, type: string): Promise<RawAnswer> {
    const { client } = await app.signIn();
    return client.request("POST", "/api/text", { headers: { "content-type": type }, body });
  }

  /** A client with a key that has limits, and a text that it can send without them. */
  async function openSender(options: Parameters<typeof buildKey>[2]) {
    const { team } = await app.signIn();
    const { raw } = createClient(app.url, await buildKey(app.em(), team, options));
    return { raw, body: { phone_number: uniquePhone(), message: "hello" } };
  }

  async function sendWith(options: Parameters<typeof buildKey>[2]): Promise<RawAnswer> {
    const { raw, body } = await openSender(options);
    return raw("sendText", { body });
  }

  /** A request to the MCP server. */
  async function ask(headers: Record<string, string>): Promise<RawAnswer> {
    const { client } = await app.signIn();
    return client.request("POST", "/api/mcp", { headers });
  }

  return { send, sendLater, generate, verify, create, buildLikeContacts, post, openSender, sendWith, ask };
}
