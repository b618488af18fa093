/**
 * Rows for tests. A factory makes the parents it is not given, so a test names only what it is about.
 */

import type { Contact } from "../../generated/api.ts";
import { keyScopes } from "../../generated/operations.ts";
import { readClock } from "../../server/db/clock.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { type EntityManager, type Orm, ormOf } from "../../server/db/orm.ts";
import { BusinessNumber } from "../../server/db/schema/entities/business-number.ts";
import type { Message } from "../../server/db/schema/entities/message.ts";
import { OptOut } from "../../server/db/schema/entities/opt-out.ts";
import { Otp } from "../../server/db/schema/entities/otp.ts";
import type { Team } from "../../server/db/schema/entities/team.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import { createKey } from "../../server/keys/keys.ts";
import { createTeam } from "../../server/keys/teams.ts";
import type { E164 } from "../../server/phone.ts";
import { hashCode } from "../../server/secrets/passcodes.ts";
import { measureText } from "../../server/texts/segments.ts";
import { storeMessages } from "../../server/texts/store/store-messages.ts";
import type { CallInput, Client } from "./client.ts";
import { passcodeKeys } from "./passcodes.ts";

export type TestTeam = Team;

/** The first numbers belong to the team that a server creates, and to the contract's examples. */
let serial = 200;

/** Creates a unique phone number. */
export function uniquePhone(): E164 {
  serial += 1;
  return `+1202${String(5_550_000 + serial)}` as E164;
}

export function buildTeam(em: EntityManager): Promise<TestTeam> {
  return createTeam(em, `team ${newId()}`);
}

/** Creates an API key, by default with all scopes, also those that must be named. */
export async function buildKey(
  em: EntityManager,
  team: TestTeam,
  options: Parameters<typeof createKey>[2] = {},
): Promise<string> {
  const { id, key } = await createKey(em, team, { scopes: [...keyScopes], ...options });
  owners.set(id, { orm: ormOf(em), team });
  return key;
}

/** The teams of the keys of this process, by the ids of the keys. */
const owners = new Map<string, { orm: Orm; team: TestTeam }>();

/** Creates another API key for the team of a key. */
export function buildKeyBeside(id: string, options: Parameters<typeof createKey>[2]): Promise<string> {
  const owner = owners.get(id);
  if (!owner) throw new Error(`The key ${id} is not one that buildKey has made.`);
  return buildKey(owner.orm.em.fork(), owner.team, options);
}

export async function buildBusinessNumber(
  em: EntityManager,
  { team, ...given }: { team?: TestTeam } & Partial<BusinessNumber> = {},
): Promise<BusinessNumber> {
  const owner = team ?? (await buildTeam(em));
  const now = await readClock(em);
  const number = em.create(BusinessNumber, {
    teamId: owner.id,
    id: newId(),
    name: `number ${newId()}`,
    phoneNumber: uniquePhone(),
    phoneNumberSid: "PN0",
    type: "local",
    status: "active",
    isPrimary: false,
    capabilities: {},
    settings: {},
    createdAt: now,
    updatedAt: now,
    ...given,
  });
  await em.flush();
  return number;
}

/** Creates a message, and the thread of its number and phone if there is none. */
export async function buildMessage(
  em: EntityManager,
  given: {
    team: TestTeam;
    number?: BusinessNumber;
    phone?: E164;
    direction?: Message["direction"];
    body?: string;
    status?: Message["status"];
    testMode?: boolean;
    media?: Message["media"];
    replyWebhookUrl?: string;
  },
): Promise<{ id: string; threadId: string; createdAt: Timestamp }> {
  const { team, phone = uniquePhone(), direction = "inbound", body = "hello" } = given;
  const status = given.status ?? (direction === "inbound" ? "received" : "sent");
  const number = given.number ?? (await buildBusinessNumber(em, { team }));
  const now = await readClock(em);
  return transactOfTeam(ormOf(em), team.id, async (tx) => {
    const id = newId();
    const [place] = await storeMessages(tx, direction === "inbound" ? "inbound" : "plain", [
      {
        teamId: team.id,
        id,
        businessNumberId: number.id,
        contactPhone: phone,
        body,
        status,
        now,
        ...measureText(body),
        testMode: given.testMode ?? false,
        replyWebhookUrl: given.replyWebhookUrl,
        media: given.media,
      },
    ]);
    return { id, ...place! };
  });
}

/** Creates a pending passcode with a known code. */
export async function buildOtp(
  em: EntityManager,
  { team, code = "123456", ...given }: { team: TestTeam; code?: string } & Partial<Otp>,
): Promise<Otp> {
  const id = newId();
  const now = await readClock(em);
  const otp = em.create(Otp, {
    teamId: team.id,
    id,
    testMode: false,
    recipientId: `recipient ${id}`,
    businessNumberId: (await buildBusinessNumber(em, { team })).id,
    phoneNumber: uniquePhone(),
    codeHash: hashCode(passcodeKeys, { teamId: team.id, id }, code),
    length: code.length,
    lifetimeSeconds: 180,
    expiresAt: plusMicroseconds(now, 180_000_000),
    status: "pending",
    attempts: 0,
    deliveryStatus: "sent",
    createdAt: now,
    updatedAt: now,
    ...given,
  });
  await em.flush();
  return otp;
}

export async function buildOptOut(em: EntityManager, team: TestTeam, phoneNumber: E164): Promise<void> {
  em.create(OptOut, { teamId: team.id, phoneNumber, createdAt: await readClock(em) });
  await em.flush();
}

/** Creates a contact with an unused phone over the API, so that its threads and duplicates are up to date. */
export async function buildContact(
  client: Client,
  given: NonNullable<CallInput<"createContact">["body"]> = {},
): Promise<Contact> {
  const body = { name: `contact ${newId()}`, phones: [uniquePhone()], ...given };
  return (await client.createContact({ body })).contact;
}

/** Merges two new contacts, and returns the id of the merge. */
export async function makeMerge(client: Client): Promise<string> {
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const body = { sourceContactId: source.id, targetContactId: target.id };
  return (await client.mergeContacts({ body })).mergeId;
}
