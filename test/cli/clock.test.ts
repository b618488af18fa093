import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp({ simulated: true, phone: true });

test("phone clock lets a duration or so many seconds pass in test mode, and a passcode expires", async () => {
  const { key } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run = (...argv: string[]) => runInProcess([...argv, "-o", "json"], { env });
  const phone = uniquePhone();
  await run("otp", "generate", phone, "user-42", "--test");
  const { stdout } = await run("phone", "texts", "--to", phone, "--wait", "10", "--test");
  const [text] = JSON.parse(stdout).texts;

  const advanced = await run("phone", "clock", "--advance", "10m", "--test");
  const verified = await run("otp", "verify", "user-42", text.code, "--test");

  expect(JSON.parse(advanced.stdout)).toMatchObject({ advancedSeconds: 600, moved: { passcodes: 1 } });
  expect(verified).toMatchObject({ code: 6, stderr: expect.stringContaining("otp_expired") });
  expect(JSON.parse((await run("phone", "clock", "--advance", "90", "--test")).stdout).advancedSeconds).toBe(90);
  expect(await run("phone", "clock", "--advance", "soon", "--test")).toMatchObject({ code: 2, stdout: "" });
  expect(await run("phone", "clock", "--advance", "36d", "--test")).toMatchObject({ code: 3, stdout: "" });
  const live = await run("phone", "clock", "--advance", "10m");
  expect(live).toMatchObject({ code: 5, stderr: expect.stringContaining("_test") });
});
