/**
 * Rows for tests. A factory makes the parents it is not given, so a test names only what it is about.
 */
import type { Contact } from "../../generated/api.ts";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/columns.ts";
import { BusinessNumber } from "../../server/db/entities/business-number.ts";
import type { Message } from "../../server/db/entities/message.ts";
import { OptOut } from "../../server/db/entities/opt-out.ts";
import { Otp } from "../../server/db/entities/otp.ts";
import type { Team } from "../../server/db/entities/team.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import type { E164 } from "../../server/phone.ts";
import { measureText } from "../../server/segments.ts";
import { createKey } from "../../server/teams/keys.ts";
import { createTeam } from "../../server/teams/teams.ts";
import { addMessages } from "../../server/threads/add-messages.ts";
import type { CallInput, Client } from "./client.ts";
import { passcodes } from "./passcodes.ts";

export type TestTeam = Team;

let serial = 0;

/** A phone number that no other call gives. */
export function uniquePhone(): E164 {
  serial += 1;
  return `+1202${String(5_550_000 + serial)}` as E164;
}

export function buildTeam(em: EntityManager): Promise<TestTeam> {
  return createTeam(em, `team ${newId()}`);
}

/** A new key's text. */
export async function buildKey(em: EntityManager, team: TestTeam): Promise<string> {
  return (await createKey(em, team)).key;
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

/** A message in a thread, which is made if there is none of that number and phone. */
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
  return em.transactional(async (tx) => {
    const id = newId();
    const [place] = await addMessages(tx, direction, [
      {
        ...{ teamId: team.id, id, businessNumberId: number.id, contactPhone: phone, body, status, now },
        ...measureText(body),
        ...{ testMode: given.testMode ?? false, replyWebhookUrl: given.replyWebhookUrl, media: given.media },
      },
    ]);
    return { id, ...place! };
  });
}

/** A passcode that was sent and waits to be verified, with a code that the test knows. */
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
    codeHash: passcodes.hash({ teamId: team.id, id }, code),
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

/** A contact of the client's team, with a phone that no other has. It is made as users make it: much follows from it. */
export async function buildContact(
  client: Client,
  given: NonNullable<CallInput<"createContact">["body"]> = {},
): Promise<Contact> {
  const body = { name: `contact ${newId()}`, phones: [uniquePhone()], ...given };
  return (await client.createContact({ body })).contact;
}
