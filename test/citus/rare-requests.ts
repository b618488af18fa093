import { inboundForm, postCallback } from "../support/callbacks.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { type Session, times } from "../support/hot-request.ts";
import { readPhoneData } from "../support/phone-data.ts";

/** Requests whose statements are not hot, but read or change rows of many tables of a team. */
export const rareRequests: Record<string, (session: Session, count: number) => Promise<unknown>> = {
  async "exports of what is kept about a phone"({ app, client, number }, count) {
    const phone = uniquePhone();
    await buildContact(client, { phones: [phone] });
    await times(count, (index) => postCallback(app, "inbound", inboundForm(phone, number, `hello ${index}`)));
    await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
    await app.jobs.drain();
    await readPhoneData(client, phone, 2);
  },

  async "merges with their previews, and undone"({ client }, count) {
    await times(count, async () => {
      const [target, source] = [await buildContact(client), await buildContact(client)];
      const body = { sourceContactId: source.id, targetContactId: target.id };
      const { fingerprint } = await client.previewMerge({ body });
      const { mergeId } = await client.mergeContacts({ body: { ...body, fingerprint } });
      await client.undoMerge({ path: { id: mergeId }, body: {} });
    });
    await client.listMerges({});
  },

  "checks of messages": ({ client }, count) =>
    times(count, () => client.checkMessage({ body: { phone_number: uniquePhone(), message: "hello" } })),

  async "texts that are redacted and deleted"({ app, client, number }, count) {
    await times(count, (index) => postCallback(app, "inbound", inboundForm(uniquePhone(), number, `hello ${index}`)));
    await app.jobs.drain();
    const { messages } = await client.listMessages();
    await Promise.all(
      messages.map(async ({ id }) => {
        await client.redactMessage({ path: { id } });
        await client.deleteMessage({ path: { id } });
      }),
    );
  },

  async "requests of erasures"({ client }, count) {
    await times(Math.min(count, 5), () => client.createErasure({ body: { phone: uniquePhone() } }));
    await client.listErasures({});
  },
};
