import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { operations } from "../generated/operations.ts";
import { loadConfig, publicUrlOf } from "../server/config.ts";
import { signForm } from "../server/provider/signature.ts";
import { loadSecrets } from "../server/secrets.ts";
import type { CommonOptions } from "./database-action.ts";
import { CommandError } from "./failures.ts";
import { type Io, writeResult } from "./output.ts";

interface SimulateOptions extends CommonOptions {
  server?: string;
  from: string;
  to: string;
  sid?: string;
}

interface StatusOptions extends SimulateOptions {
  textId?: string;
  otpId?: string;
  errorCode?: string;
}

/** The number that an empty database gets, and a phone that is nobody's. */
const firstNumber = "+12025550100";
const somebody = "+12025550123";

/** `messaging simulate …` */
export function addSimulateCommands(program: Command, io: Io): void {
  const simulate = program
    .command("simulate")
    .description("Callbacks as the provider makes them, signed and posted to a running server");
  const addCommand = (name: string, description: string, from: string, to: string) =>
    simulate
      .command(name)
      .description(description)
      .option("--from <phone>", "the field From", from)
      .option("--to <phone>", "the field To", to)
      .option("--sid <id>", "the provider's id of the text; otherwise a new one")
      .option("--server <url>", "where the server listens; otherwise on this machine, on PORT or 3000");

  addCommand("inbound <text>", "somebody texts a business number", somebody, firstNumber).action(
    (text: string, options: SimulateOptions) =>
      post(io, "receiveInboundText", { ...fieldsOf(options), Body: text, NumMedia: "0" }, {}, options),
  );

  for (const [name, id, flag, what] of [
    ["status", "receiveTextStatus", "--text-id <id>", "a text"],
    ["otp-status", "receiveOtpStatus", "--otp-id <id>", "a passcode"],
  ] as const) {
    addCommand(
      `${name} <status>`,
      `the provider says what became of ${what}: sent, delivered, …`,
      firstNumber,
      somebody,
    )
      .option(flag, `the id of ${what}, as the send answered it`)
      .option("--error-code <code>", "the field ErrorCode")
      .action((status: string, { textId, otpId, errorCode, ...options }: StatusOptions) => {
        if (!(options.sid ?? textId ?? otpId)) throw new CommandError("invalid", `Give --sid or ${flag}.`);
        const fields = { ...fieldsOf(options), MessageStatus: status, ...(errorCode && { ErrorCode: errorCode }) };
        return post(io, id, fields, { ...(textId && { textId }), ...(otpId && { otpId }) }, options);
      });
  }
}

function fieldsOf({ from, to, sid }: SimulateOptions): Record<string, string> {
  const id = sid ?? `SM${randomBytes(16).toString("hex")}`;
  return { MessageSid: id, SmsSid: id, AccountSid: "AC00000000000000000000000000000000", From: from, To: to };
}

/** Signs the form for the server's public address and posts it to where the server listens. */
async function post(
  io: Io,
  id: "receiveInboundText" | "receiveTextStatus" | "receiveOtpStatus",
  form: Record<string, string>,
  query: Record<string, string>,
  { server, output }: SimulateOptions,
): Promise<void> {
  const config = loadConfig(io.env);
  const { webhookClientSecret } = await loadSecrets(config);
  const listening = (server ?? `http://localhost:${config.port ?? 3_000}`).replace(/\/+$/, "");
  const search = new URLSearchParams(query).toString();
  const target = operations[id].path + (search && `?${search}`);
  const signed = config.baseUrl ?? (server ? listening : publicUrlOf(config, config.port ?? 3_000));
  const response = await fetch(listening + target, {
    method: "POST",
    headers: { "X-Provider-Signature": signForm(webhookClientSecret, signed + target, Object.entries(form)) },
    body: new URLSearchParams(form),
  }).catch((error: Error) => {
    throw new CommandError("server", `No server answers at ${listening}: ${(error.cause as Error)?.message}`);
  });
  if (response.status === 401) {
    const why = `it has another WEBHOOK_CLIENT_SECRET, or another public address than ${signed}`;
    throw new CommandError("server", `The server at ${listening} refuses the signature: ${why}.`);
  }
  if (!response.ok)
    throw new CommandError("server", `The server answered ${response.status}: ${await response.text()}`);
  writeResult(io, { posted: listening + target, status: response.status, messageSid: form.MessageSid }, output);
}
