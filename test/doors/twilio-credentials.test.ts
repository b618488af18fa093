import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { twilioClient } from "../support/twilio-door.ts";

const app = useApp();

test("an operator makes credentials for the client of Twilio, one pair for each mode", async () => {
  const { team } = await app.signIn();
  const env = { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) };

  const { code, stdout } = await runInProcess(["teams", "twilio-credentials", team.name, "-o", "json"], { env });

  expect(code).toBe(0);
  const [live, trial] = JSON.parse(stdout);
  expect([live.mode, trial.mode]).toEqual(["live", "test"]);
  for (const { accountSid, authToken, messagingServiceSid: service, verifyServiceSid, mode } of [live, trial]) {
    expect(authToken).toMatch(/^[\da-f]{32}$/);
    const client = twilioClient(app.url, accountSid, authToken);
    const to = uniquePhone();
    await client.messages.create({ to, body: "hello", messagingServiceSid: service });
    await client.verify.v2.services(verifyServiceSid).verifications.create({ to, channel: "sms" });
    expect(app.provider.texts.filter((text) => text.to === to)).toHaveLength(mode === "live" ? 2 : 0);
    expect(await client.messages.list({ to })).toHaveLength(1);
    expect(await client.incomingPhoneNumbers.list()).toHaveLength(1);
  }
});

test("credentials need a team that exists", async () => {
  const env = { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) };

  const { code, stderr } = await runInProcess(["teams", "twilio-credentials", "nobody"], { env });

  expect(code).not.toBe(0);
  expect(stderr).toContain("There is no team nobody.");
});
