import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";
import type { Settings } from "../support/process.ts";

const app = useApp();

let env: Settings;
beforeAll(async () => {
  env = environmentOf(app.url, (await app.signIn()).key);
});

const run = (...argv: string[]) => runInProcess(argv, { env });

/** Runs a command that succeeds with nothing on stderr, and parses its JSON. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await run(...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("a passcode is sent to a phone for a recipient, and verified once", async () => {
  const phone = uniquePhone();
  const { otpId } = await read("otp", "generate", phone, "user-42");
  const code = codeIn(app.provider.texts.at(-1)!);

  expect(await run("otp", "verify", "user-42", wrongFor(code))).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^error\[otp_invalid\]: /),
  });
  expect(await read("otp", "verify", "user-42", code)).toMatchObject({ otpId, status: "verified" });
  expect(await run("otp", "verify", "user-42", code)).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(/^error\[otp_already_verified\]: /),
  });
});

test("flags set the message, length and lifetime of a passcode", async () => {
  const phone = uniquePhone();
  const flags = ["--message", "$OTP is your Acme code.", "--length", "8", "--lifetime", "60"];
  const made = await read("otp", "generate", "--phone", phone, "--recipient", "user-43", ...flags);

  expect(made).toMatchObject({ phone, recipient_id: "user-43", length: 8, lifetime: 60 });
  const text = app.provider.texts.at(-1)!;
  expect(text).toMatchObject({ to: phone, body: expect.stringMatching(/^\d{8} is your Acme code\.$/) });
  expect(await read("otp", "verify", "--otp", codeIn(text), "--recipient", "user-43")).toMatchObject({ success: true });
});

test("after too many guesses, a hint shows how to generate another passcode", async () => {
  await read("otp", "generate", uniquePhone(), "user-44");
  const wrong = wrongFor(codeIn(app.provider.texts.at(-1)!));
  for (let guess = 0; guess < 5; guess += 1) await run("otp", "verify", "user-44", wrong);

  const { code, stderr } = await run("otp", "verify", "user-44", wrong);
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: expect.stringMatching(/^error\[otp_max_attempts\]: .+\n.+\n {2}.+`messaging otp generate`/),
  });
});
