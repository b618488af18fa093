import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";

const app = useApp();

const maxAttempts = 5;

/** A passcode in theory. */
interface ModelOtp {
  id: string;
  code: string;
  wrong: number;
  verified: boolean;
  expired: boolean;
}

interface Step {
  do: "generate" | "be refused" | "guess right" | "guess wrong" | "guess the code before" | "expire";
  recipient: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 2, arbitrary: fc.constant("generate" as const) },
    { weight: 1, arbitrary: fc.constantFrom("be refused", "expire", "guess the code before") },
    { weight: 2, arbitrary: fc.constant("guess right" as const) },
    { weight: 6, arbitrary: fc.constant("guess wrong" as const) },
  ) as fc.Arbitrary<Step["do"]>,
  recipient: fc.constantFrom("one", "other"),
});

/** What a guess is answered, which it may change. */
function guessInTheory(otp: ModelOtp | undefined, guess: string): string {
  if (!otp) return "otp_invalid";
  if (otp.verified) return "otp_already_verified";
  if (otp.expired) return "otp_expired";
  if (otp.wrong >= maxAttempts) return "otp_max_attempts";
  if (guess === otp.code) otp.verified = true;
  else otp.wrong += 1;
  return otp.verified ? "verified" : "otp_invalid";
}

async function guess(client: Client, recipient_id: string, otp: string): Promise<string> {
  const { status, body } = await client.raw("verifyOtp", { body: { recipient_id, otp } });
  return status === 200 ? body.status : body.error;
}

test("passcodes behave like the model, for any sequence of actions", async () => {
  const accept = app.provider.answer;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { client } = await app.signIn();
      const current = new Map<string, ModelOtp | undefined>();
      const before = new Map<string, string>();
      for (const { do: action, recipient } of steps) {
        const otp = current.get(recipient);
        switch (action) {
          case "generate":
          case "be refused": {
            const isRefused = action === "be refused";
            app.provider.answer = isRefused ? () => ({ kind: "refused", errorCode: "1", optedOut: false }) : accept;
            const body = { phone: "+12025550123", recipient_id: recipient };
            const { status } = await client.raw("generateOtp", { body });
            expect(status).toBe(isRefused ? 502 : 200);
            const text = app.provider.texts.at(-1)!;
            const code = codeIn(text);
            if (otp) before.set(recipient, otp.code);
            const made = { id: text.id, code, wrong: 0, verified: false, expired: false };
            current.set(recipient, isRefused ? undefined : made);
            break;
          }
          case "expire":
            if (!otp) break;
            await app.em().execute("update otp set expires_at = created_at where id = ?", [otp.id]);
            otp.expired = true;
            break;
          default: {
            const code = otp?.code ?? "123456";
            const guesses = {
              "guess right": code,
              "guess wrong": wrongFor(code),
              "guess the code before": before.get(recipient) ?? wrongFor(code),
            };
            const expected = guessInTheory(otp, guesses[action]);
            expect(await guess(client, recipient, guesses[action])).toBe(expected);
          }
        }
      }
    }),
    { numRuns: 15 },
  );
  app.provider.answer = accept;
});
