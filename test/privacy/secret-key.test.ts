import { expect, test } from "vitest";
import { resealTeamKeys } from "../../server/privacy/team-key.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { finish } from "../support/erasures.ts";
import { uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { refusalOf } from "../support/refusals.ts";

const newKey = "n".repeat(32);

const app = useApp();
/** Has another secret key, and does not know the one from before. */
const stranger = useNeighbour(app, { secrets: { secretKey: newKey } });
/** Has another secret key, and knows the one from before. */
const rotated = useNeighbour(app, { secrets: { secretKey: newKey, oldSecretKey: secretKey } });

test("an erased opt-out holds while the secret key changes, and without a key that opens it no text goes out", async () => {
  const { client, team, number, key } = await app.signIn();
  const [stopped, other] = [uniquePhone(), uniquePhone()];
  await postCallback(app, "inbound", inboundForm(stopped, number, "STOP"));
  await app.jobs.drain();
  await client.createErasure({ body: { phone: stopped } });
  await finish(app, team);
  const send = async (to: typeof app, phone: string) =>
    refusalOf(await createClient(to.url, key).raw("sendText", { body: { phone_number: phone, message: "hello" } }));

  expect(await send(rotated, stopped)).toBe("409 recipient_opted_out");
  for (const phone of [stopped, other]) expect(await send(stranger, phone)).toBe("503 server_error");
  expect(
    refusalOf(await createClient(stranger.url, key).raw("generateOtp", { body: { phone: other, recipient_id: "a" } })),
  ).toBe("503 server_error");
  expect(stranger.provider.texts).toEqual([]);

  await resealTeamKeys(app.em(), createPhoneHashes(createSealer(newKey, secretKey)));

  expect(await send(stranger, stopped)).toBe("409 recipient_opted_out");
  await createClient(stranger.url, key).sendText({ body: { phone_number: other, message: "hello" } });
  expect(stranger.provider.texts.map(({ to }) => to)).toEqual([other]);
});
