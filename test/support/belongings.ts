import { newId } from "../../server/db/columns.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { buildBusinessNumber, buildContact, buildMessage, buildOtp, uniquePhone } from "./factories.ts";

/** What one team has and another one may try to use. */
export interface Belongings {
  threadId: string;
  numberId: string;
  archivedId: string;
  senderName: string;
  senderPhone: string;
  /** Has two phones, of which `phoneId` is not primary. */
  contactId: string;
  phoneId: string;
  contactPhone: string;
  contactName: string;
  externalId: string;
  tag: string;
  otherContactId: string;
  /** Has a passcode with that code. */
  recipientId: string;
  code: string;
  threadsCursor: string;
  messagesCursor: string;
  repliesCursor: string;
  contactsCursor: string;
  duplicatesCursor: string;
}

/** A team that has something of everything. */
export interface Furnished {
  client: Client;
  key: string;
  own: Belongings;
  /** Everything that it can see, as text. */
  read(): Promise<string>;
}

export const longAgo = "2020-01-01T00:00:00Z";

/** A new team with so much that every list of it has a next page. */
export async function furnish(app: TestApp): Promise<Furnished> {
  const { client, team, key } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const archived = await buildBusinessNumber(app.em(), { team, status: "archived" });
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, number });
  await buildMessage(app.em(), { team, number, phone });
  const { threadId } = await buildMessage(app.em(), { team, number, phone });

  // Two groups of duplicates, and two contacts that are in none.
  const shared = { phones: [uniquePhone()], externalId: `crm ${newId()}` };
  await buildContact(client, shared);
  await buildContact(client, shared);
  const contact = await buildContact(client, {
    ...{ phones: [phone, uniquePhone()], externalId: `crm ${newId()}`, tags: [`tag ${newId()}`] },
  });
  const other = await buildContact(client);

  const code = String(10_000_000 + Math.floor(Math.random() * 90_000_000));
  const { recipientId } = await buildOtp(app.em(), { team, code });

  const path = { id: threadId };
  const query = { per_page: 1 };
  const [threads, messages, replies, contacts, duplicates] = await Promise.all([
    client.listThreads({ query }),
    client.listThreadMessages({ path, query }),
    client.listThreadReplies({ path, query: { ...query, since: longAgo } }),
    client.listContacts({ query }),
    client.listDuplicateContacts({ query }),
  ]);
  const own: Belongings = {
    threadId,
    numberId: number.id,
    archivedId: archived.id,
    senderName: number.name,
    senderPhone: number.phoneNumber,
    contactId: contact.id,
    phoneId: contact.phones[1]!.id,
    contactPhone: phone,
    contactName: contact.name,
    externalId: contact.externalId!,
    tag: contact.tags[0]!,
    otherContactId: other.id,
    recipientId,
    code,
    threadsCursor: threads.nextCursor!,
    messagesCursor: messages.nextCursor!,
    repliesCursor: replies.nextCursor!,
    contactsCursor: contacts.nextCursor!,
    duplicatesCursor: duplicates.nextCursor!,
  };
  const read = async () =>
    JSON.stringify([
      await client.listThreads({ query: { per_page: 100 } }),
      await client.listThreadMessages({ path }),
      await client.listBusinessNumbers(),
      await client.getBusinessNumber({ path: { id: number.id } }),
      await client.getBusinessNumber({ path: { id: archived.id } }),
      await client.listContacts({ query: { per_page: 100 } }),
      await client.listDuplicateContacts(),
      await client.getContact({ path: { id: contact.id } }),
      await client.getContact({ path: { id: other.id } }),
      await app.em().execute("select * from otp where team_id = ?", [team.id]),
    ]);
  return { client, key, own, read };
}

const nobodysCursor = "bm9ib2R5cw.AAAAAAAAAAAAAAAAAAAAAA";

/** The like of what a team has, that nobody has. */
export const nobodys = (): Belongings => ({
  threadId: newId(),
  numberId: newId(),
  archivedId: newId(),
  senderName: `number ${newId()}`,
  senderPhone: uniquePhone(),
  contactId: newId(),
  phoneId: newId(),
  contactPhone: uniquePhone(),
  contactName: `contact ${newId()}`,
  externalId: `crm ${newId()}`,
  tag: `tag ${newId()}`,
  otherContactId: newId(),
  recipientId: `recipient ${newId()}`,
  code: "12345678",
  threadsCursor: nobodysCursor,
  messagesCursor: nobodysCursor,
  repliesCursor: nobodysCursor,
  contactsCursor: nobodysCursor,
  duplicatesCursor: nobodysCursor,
});
