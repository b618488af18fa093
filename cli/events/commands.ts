import { type Command, InvalidArgumentError, Option } from "commander";
import { outlines } from "../../generated/outlines.ts";
import type { Io } from "../io.ts";

/** Adds `messaging listen`. */
export function addEventCommands(program: Command, io: Io): void {
  const listen = program
    .command("listen")
    .summary("Show events as they happen, and post them to a local address")
    .description(
      "Show the events of the team as they happen, until Ctrl-C. With --forward-to, also post each event to an address, signed as a webhook, and show the answer. After a lost connection, the command continues after the last event that it showed.",
    )
    .option("--forward-to <address>", "Post each event to this http or https address, one after another", readTarget)
    .addOption(typesOption())
    .option("--replay <duration>", "Begin with the events of the last 30s, 15m, 1h or 2d, at most 30d", readDuration)
    .option("--secret <secret>", "Sign with this whsec_… secret (default: a new secret, which is shown)", readSecret)
    .addHelpText("after", help);
  listen.action(async () => {
    const { listenToEvents } = await import("./listen.ts");
    await listenToEvents(io, listen.optsWithGlobals());
  });
}

/** The option for types of events. The server refuses unknown types; the choices are for the help and the completion. */
function typesOption(): Option {
  const { itemValues = [] } = outlines.listEvents.fields.find(({ name }) => name === "types")!;
  return new Option("--types <types>", "Only events of these types, separated by commas")
    .choices(itemValues)
    .argParser((text) => text);
}

const help = `
Scope of the API key: events:read

Examples:
  messaging listen --types message.received,message.status
  messaging listen --forward-to http://localhost:4000/hook --replay 1h
  messaging listen -o jsonl | while read -r event; do …; done
`;

function readTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("Expected an http or https address, such as http://localhost:4000/hook.");
  }
  if (url.username || url.password) throw new InvalidArgumentError("An address with a password cannot be used.");
  return url.href;
}

const unitMilliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration, in milliseconds. */
function readDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * unitMilliseconds[unit as "s"];
  if (!(milliseconds > 0 && milliseconds <= 30 * unitMilliseconds.d)) {
    throw new InvalidArgumentError("Expected a duration such as 30s, 15m, 1h or 2d, at most 30d.");
  }
  return milliseconds;
}

function readSecret(text: string): string {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key ?? "", "base64").length;
  if (bytes < 24 || bytes > 64) {
    throw new InvalidArgumentError("Expected whsec_ and 24 to 64 bytes in base64.");
  }
  return text;
}
