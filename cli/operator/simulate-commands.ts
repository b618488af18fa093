import type { Command } from "commander";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import type { ConnectionOptions } from "../settings.ts";
import { operate } from "./operate.ts";
import type { SimulatedCallback } from "./post-callback.ts";

interface SimulateOptions {
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
  const simulate = program.command("simulate").description("Play the provider: post signed callbacks to a server");
  const addCommand = (name: string, description: string, from: string, to: string) =>
    simulate
      .command(name)
      .description(description)
      .option("--from <phone>", "The field From", from)
      .option("--to <phone>", "The field To", to)
      .option("--sid <id>", "The provider's id of the text; otherwise a new one");

  addCommand(
    "inbound <text>",
    "Somebody texts a business number; with --test, in reply to a text of test mode",
    somebody,
    firstNumber,
  ).action((text: string, options: SimulateOptions, command: Command) =>
    post(io, command, { ...options, operation: "receiveInboundText", fields: { Body: text, NumMedia: "0" } }),
  );

  for (const [name, operation, flag, what] of [
    ["status", "receiveTextStatus", "--text-id <id>", "a text"],
    ["otp-status", "receiveOtpStatus", "--otp-id <id>", "a passcode"],
  ] as const) {
    addCommand(
      `${name} <status>`,
      `The provider says what became of ${what}: sent, delivered, …`,
      firstNumber,
      somebody,
    )
      .option(flag, `The id of ${what}, as the send answered it`)
      .option("--error-code <code>", "The field ErrorCode")
      .action((status: string, { textId, otpId, errorCode, ...options }: StatusOptions, command: Command) => {
        if (!(options.sid ?? textId ?? otpId)) throw usageError(`Give --sid or ${flag}.`);
        const fields = { MessageStatus: status, ...(errorCode && { ErrorCode: errorCode }) };
        const query = { ...(textId && { textId }), ...(otpId && { otpId }) };
        return post(io, command, { ...options, operation, fields, query });
      });
  }
}

function post(io: Io, command: Command, callback: SimulatedCallback): Promise<void> {
  return operate(
    io,
    command.optsWithGlobals(),
    async () => {
      const { postCallback } = await import("./post-callback.ts");
      return postCallback(io, command.optsWithGlobals<ConnectionOptions>(), callback);
    },
    { id: "messageSid" },
  );
}
