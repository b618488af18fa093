import { expect, test } from "vitest";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { hookOf, postHook } from "../support/supabase-door.ts";

const app = useApp();

const command = (...argv: string[]) =>
  runInProcess(["teams", "supabase-hook", ...argv], {
    env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database), BASE_URL: app.url },
  });

async function read(...argv: string[]) {
  const { code, stdout, stderr } = await command(...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("the command shows the address and the secrets of a hook, which work as they are shown", async () => {
  const { team } = await app.signIn();
  const url = `${app.url}/hooks/supabase/${sidOf("AC", team.id)}/send-sms`;

  const shown = await read(team.name, "--message", "$OTP is your Acme code");

  const secret = expect.stringMatching(/^v1,whsec_[\w+/]{43}=$/);
  const message = "$OTP is your Acme code";
  expect(shown).toEqual([
    { team: team.name, mode: "live", url, secret, message },
    { team: team.name, mode: "test", url, secret, message },
  ]);
  expect(await read(team.name)).toEqual(shown);
  const phone = uniquePhone();
  const { pathname: path } = new URL(url);
  const live = shown[0].secret.replace("v1,", "");
  expect((await postHook(app.url, { path, live }, hookOf(phone))).body).toEqual({});
  expect(app.provider.texts.find(({ to }) => to === phone)).toMatchObject({ body: "013457 is your Acme code" });

  const [rotated] = await read(team.name, "--rotate");
  expect(rotated).toMatchObject({ message });
  expect(rotated.secret).not.toBe(shown[0].secret);
  expect((await postHook(app.url, { path, live }, hookOf(phone))).status).toBe(401);
});

test("the command refuses a text that is blank or too long, and an unknown team", async () => {
  const { team } = await app.signIn();

  expect(await command(team.name, "--message", " ")).toMatchObject({ code: 3 });
  expect(await command(team.name, "--message", "x".repeat(161))).toMatchObject({ code: 3 });
  expect(await command("nobody")).toMatchObject({ code: 5 });
});
