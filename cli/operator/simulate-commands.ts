import type { Command } from "commander";
import type { ConnectionOptions } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
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

/** The business number that a new database gets. */
const defaultNumber = "+12025550100";

/** A fictitious phone number. */
const defaultPhone = "+12025550123";

/** `messaging simulate …` */
export function addSimulateCommands(program: Command, io: Io): void {
  const simulate = program
    .command("simulate")
    .description("Simulate the provider: post signed callbacks to a server (`messaging phone` needs no secret)");
  const addCommand = (name: string, description: string, from: string, to: string) =>
    simulate
      .command(name)
      .description(description)
      .option("--from <phone>", "The field From", from)
      .option("--to <phone>", "The field To", to)
      .option("--sid <id>", "The provider's id of the text (default: a new id)");

  addCommand(
    "inbound <text>",
    "Simulate a text to a business number; with --test, a reply to a text that was sent in test mode",
    defaultPhone,
    defaultNumber,
  ).action((text: string, options: SimulateOptions, command: Command) =>
    post(io, command, { ...options, operation: "receiveInboundText", said: { text } }),
  );

  for (const [name, operation, flag, what] of [
    ["status", "receiveTextStatus", "--text-id <id>", "a text"],
    ["otp-status", "receiveOtpStatus", "--otp-id <id>", "a passcode"],
  ] as const) {
    addCommand(
      `${name} <status>`,
      `Simulate the provider's status of ${what}: sent, delivered, …`,
      defaultNumber,
      defaultPhone,
    )
      .option(flag, `The id of ${what}, from the response to the send`)
      .option("--error-code <code>", "The field ErrorCode")
      .action((status: string, { textId, otpId, errorCode, ...options }: StatusOptions, command: Command) => {
        if (!(options.sid ?? textId ?? otpId)) throw usageError(`missing --sid or ${flag}`);
        const said = { status, ...(errorCode && { errorCode }) };
        const query = { ...(textId && { textId }), ...(otpId && { otpId }) };
        return post(io, command, { ...options, operation, said, query });
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
