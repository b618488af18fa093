/** Makes records of the tables that the clients of `make-dump.ts` leave empty. The test of upgrades looks none of them up. */
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import { createKey } from "../../server/keys/keys.ts";
import { addAccount } from "../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { type Client, createClient } from "../support/client.ts";
import { makeMerge, uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { upload } from "../support/uploads.ts";

interface Owner {
  em: EntityManager;
  team: Parameters<typeof createKey>[1];
  client: Client;
  url: string;
}

export async function makeOtherRecords({ em, team, client, url }: Owner): Promise<void> {
  const sealer = createSealer(secretKey);
  const open = async (name: string, options: Omit<Parameters<typeof createKey>[2], "name">) =>
    createClient(url, (await createKey(em, team, { name, ...options })).key);
  const text = () => ({ phone_number: uniquePhone(), message: "hello" });

  const agent = await open("agent", { scopes: ["messages:send"], hold: "all" });
  await agent.sendText({ body: text() });
  const budgeted = await open("budgeted", { scopes: ["messages:send"], segmentsPerDay: 100 });
  await budgeted.sendText({ body: text() });
  const sendAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await client.sendMessage({ body: { ...text(), sendAt, campaign: "spring" } });
  await makeMerge(client);
  await upload(client);

  await addAccount(em, sealer, {
    name: "second",
    kind: "twilio",
    settings: { accountSid: "AC2", authToken: "token 2" },
  });
  const paced = { name: "Paced", phoneNumber: "+18885550102", phoneNumberSid: "PN3" };
  await client.createBusinessNumber({ body: paced });
  await useProvider(em, paced.phoneNumber as never, "default", 10);
  await client.sendText({ body: { ...text(), sender: paced.phoneNumber } });
  await prepareCredentials(em, sealer, team);

  const officer = await open("officer", { scopes: ["privacy:write"] });
  const erased = text();
  await client.sendText({ body: erased });
  await officer.createErasure({ body: { phone: erased.phone_number } });

  await em.execute("insert into media_deletion (team_id, media_id, created_at) values (?, ?, now())", [
    team.id,
    newId(),
  ]);
  await em.execute(
    `insert into inbound_part (provider_account_id, sender, recipient, reference, parts, part, text, received_at)
     values (?, '+12025550183', '+18885550101', 1, 2, 1, '"the first half"', now())`,
    [newId()],
  );
}
