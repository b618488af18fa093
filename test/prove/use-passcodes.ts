import { newSid } from "../support/callbacks.ts";
import type { RawAnswer } from "../support/client.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { accept, answer, refuse, reset } from "../support/fake-server.ts";
import { postMcp, request } from "../support/mcp.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";
import { until } from "./load.ts";
import type { SecretScanner } from "./secret-scanner.ts";
import type { Service } from "./service.ts";

/** The resources for the passcode requests. */
interface PasscodeContext {
  service: Service;
  /** Registers the codes as secrets. */
  scanner: SecretScanner;
  /** Records an answer. */
  record(answer: RawAnswer): void;
  signIn: Service["signIn"];
}

/** The log lines of the simulated carrier contain its texts. */
const allowedForSimulated = /^the simulated carrier's log$/;

/** Uses passcodes in all ways: right, wrong, repeated and failing. */
export async function usePasscodes(
  { service, scanner, record, signIn }: PasscodeContext,
  inTestMode: boolean,
): Promise<void> {
  const { client: live, team, key } = await signIn();
  const except = inTestMode ? allowedForSimulated : undefined;
  const client = inTestMode ? live.inTestMode() : live;
  /** Reads the code for a phone from the simulated carrier's log, which may come after the answer. */
  const simulatedCode = async (phone: string) => {
    let line: string | undefined;
    await until("the simulated carrier has logged the text", () => {
      line = service.server.stdout
        .split("\n")
        .find((each) => each.includes("simulated carrier") && each.includes(phone));
      return line !== undefined;
    });
    return codeIn({ body: JSON.parse(line!).text });
  };
  let code = "";
  const generate = async (recipient_id: string, idempotencyKey = newSid(), phone: string = uniquePhone()) => {
    // Eight digits, so that random matches are unlikely.
    const body = { phone, recipient_id, length: 8, message: "Use $OTP or $OTP." };
    const given = await client.raw("generateOtp", { body, idempotencyKey });
    record(given);
    if (!inTestMode) code = codeIn(service.provider.texts.at(-1)!);
    else if (given.status === 200) code = await simulatedCode(phone);
    scanner.registerCode("a passcode", code, except);
    return code;
  };
  const verify = async (recipient_id: string, otp: string, idempotencyKey = newSid()) => {
    const body = { recipient_id, otp };
    scanner.registerCode("a guess at a passcode", otp, except);
    record(await client.raw("verifyOtp", { body, idempotencyKey }));
    record(await client.raw("verifyOtp", { body: { ...body, recipient_id: "" } }));
    record(await client.request("GET", `/api/otp/verify?otp=${otp}`));
    const broken = { headers: { "content-type": "application/json" }, body: `{"otp":"${otp}",` };
    record(await client.request("POST", `/api/otp/verify?otp=${otp}`, broken));
    const call = request("tools/call", { name: "verify_otp", arguments: body });
    record(await postMcp(service.url, call, { "x-api-key": inTestMode ? `${key}_test` : key }));
  };

  const phone = uniquePhone();
  const first = await generate("user", "generate", phone);
  await generate("user", "generate", phone);
  await verify("user", wrongFor(first), "guess");
  await verify("user", first, "guess");
  await verify("user", first, "guess");
  const replaced = await generate("replaced");
  await generate("replaced");
  await verify("replaced", replaced);
  const exhausted = await generate("exhausted");
  for (let turn = 0; turn < 4; turn++) await verify("exhausted", wrongFor(exhausted));
  const optedOut = uniquePhone();
  await buildOptOut(service.em(), team, optedOut);
  await generate("opted out", newSid(), optedOut);
  if (!inTestMode) {
    for (const behaviour of [reset, refuse(21_211), refuse(20_003, 401), answer(503, "down"), echo]) {
      service.fakeServer.behaviour = behaviour;
      await generate("lost");
    }
    service.fakeServer.behaviour = accept;
  }
  // A database that fails when the outcome is stored, and then when the passcode is stored.
  await service.em().execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no %', new; end $$;
     create trigger refuse before update on otp for each row execute function refuse()`,
  );
  await verify("unsettled", await generate("unsettled"));
  await service.em().execute("drop trigger refuse on otp");
  await service.em().execute("create trigger refuse before insert on otp for each row execute function refuse()");
  await generate("unrecorded");
  await service.em().execute("drop trigger refuse on otp; drop function refuse");
}

/** A provider that echoes the request, including its credentials. */
const echo: typeof accept = ({ headers, body }, response) =>
  answer(400, { code: 21_211, message: `${headers.authorization} ${body}`, more_info: body })(
    { headers, body } as Parameters<typeof accept>[0],
    response,
  );
