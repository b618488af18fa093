import type { Command } from "commander";
import { type KeyScope, keyScopes, namedScopes } from "../../generated/operations.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import type { KeyHold, KeyMode, KnownBy } from "../../server/db/schema/entities/api-key.ts";
import type { KeyOptions } from "../../server/keys/key-options.ts";
import { Failure, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { operateDatabase, operateTeam } from "./operate.ts";
import { choiceOption, choicesOption } from "./options.ts";
import { readExpiry } from "./read-expiry.ts";

/** The options of a key, as they are given. */
interface GivenOptions {
  for?: "page";
  name?: string;
  expires?: string;
  scope?: KeyScope[];
  mode?: KeyMode;
  recipient?: string[];
  segmentsPerDay?: number;
  hold?: Exclude<KeyHold, "none">;
  knownBy?: KnownBy;
}

/** The options of a key that an update can clear, with the names of their flags. */
const clearable = {
  name: "name",
  expires: "expiresAt",
  scope: "scopes",
  recipient: "recipients",
  "segments-per-day": "segmentsPerDay",
  hold: "hold",
} as const;

type Clearable = keyof typeof clearable;

const modes: Record<KeyMode, true> = { any: true, test: true, live: true };

const holds: Record<Exclude<KeyHold, "none">, true> = { new_recipients: true, all: true };

const knownBys: Record<KnownBy, true> = { outbound: true, inbound: true };

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("Manage API keys, with which clients act for a team");

  const create = keys
    .command("create")
    .description("Create a key and show it; the key cannot be shown again")
    .requiredOption("--team <name>", "The team that the key acts for");
  addKeyOptions(create)
    .addOption(
      choiceOption("--for <use>", "The use of the key: `page` has what /phone and /inbox need, for a day", {
        page: true,
      }),
    )
    .addHelpText(
      "after",
      `
Example: a key for an assistant, which can read conversations and text numbers of one area
  messaging keys create --team default --name agent --scope messages:read --scope messages:send --expires 30d \\
    --recipient +1202 --segments-per-day 100

Example: the same, but a person approves each text to somebody that the team has not texted yet
  messaging keys create --team default --name agent --scope messages:read --scope messages:send --hold new_recipients`,
    )
    .action((given: GivenOptions, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { createKey } = await import("../../server/keys/keys.ts");
        const { key, ...created } = await createKey(em, team, await readOptions(em, given));
        warnOfSenders(io, given);
        return { ...created, team: team.name, key };
      }),
    );

  addKeyOptions(keys.command("update <id>"))
    .description("Change the options of a key; every server uses them within a tenth of a second")
    .addOption(choicesOption("--unset <option>", "Clear an option; repeatable", Object.keys(clearable) as Clearable[]))
    .action((id: string, { unset = [], ...given }: GivenOptions & { unset?: Clearable[] }, command: Command) => {
      if (unset.length + Object.keys(given).length === 0) throw usageError("expected an option to change");
      return operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { updateKey } = await import("../../server/keys/keys.ts");
        const em = orm.em.fork();
        const cleared = Object.fromEntries(unset.map((option) => [clearable[option], null]));
        const updated = await updateKey(em, id, { ...(await readOptions(em, given)), ...cleared });
        warnOfSenders(io, given);
        return { ...updated };
      });
    });

  keys
    .command("list")
    .description("List a team's keys with their last use, including revoked keys; only a door's secret is stored")
    .requiredOption("--team <name>", "The team")
    .action((_, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listKeys } = await import("../../server/keys/keys.ts");
        return (await listKeys(em, team)).map(({ id, ...key }) => ({ id, team: team.name, ...key }));
      }),
    );

  keys
    .command("revoke <id>")
    .description("Revoke a key, and show its webhook endpoints; every server refuses it within a tenth of a second")
    .option("--with-endpoints", "Disable the webhook endpoints that the key gave their address")
    .option(
      "--cancel-waiting",
      "Cancel the texts of the key that wait for their time; otherwise a key with such is kept",
    )
    .action((id: string, options: RevokeOptions, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), ({ orm }) => revoke(io, orm.em, id, options)),
    );
}

interface RevokeOptions {
  withEndpoints?: boolean;
  cancelWaiting?: boolean;
}

/**
 * Revokes a key. Its endpoints go on, unless they are to be disabled. Its waiting texts are canceled, after a question on a
 * terminal.
 */
async function revoke(
  io: Io,
  em: EntityManager,
  id: string,
  { withEndpoints = false, cancelWaiting = false }: RevokeOptions,
) {
  const { cancelWaitingOfKey, countWaitingOfKey } = await import("../../server/texts/pending/waiting-of-keys.ts");
  const waiting = await countWaitingOfKey(em.fork(), id);
  if (waiting > 0 && !cancelWaiting) await confirmCancel(io, id, waiting);
  const { revokeKey } = await import("../../server/keys/keys.ts");
  const { disableEndpointsOfKey, listEndpointsOfKey } = await import(
    "../../server/webhooks/endpoints/endpoints-of-keys.ts"
  );
  const { presentEndpoint } = await import("../../server/webhooks/endpoints/present.ts");
  const { hostOf } = await import("../../server/webhooks/queue/targets.ts");
  const revoked = await revokeKey(em.fork(), id);
  // Also those that were scheduled between the count and the revocation.
  const canceled = await cancelWaitingOfKey(em.fork(), revoked.id);
  if (withEndpoints) await disableEndpointsOfKey(em.fork(), revoked.id);
  const endpoints = (await listEndpointsOfKey(em.fork(), revoked.id))
    .map(presentEndpoint)
    .map(({ id, url, mode, enabled }) => ({ id, host: hostOf(url), mode, enabled }));
  const left = endpoints.filter(({ enabled }) => enabled).length;
  if (left > 0) {
    io.stderr.write(
      `Webhook endpoints of the key that are still enabled: ${left}. To disable them: messaging keys revoke ${id} --with-endpoints\n`,
    );
  }
  return { ...revoked, endpoints, canceledTexts: canceled };
}

/** Asks on a terminal whether the waiting texts of a key are to be canceled. @throws Failure unless they are */
async function confirmCancel(io: Io, id: string, waiting: number): Promise<void> {
  const found = `${waiting} ${waiting === 1 ? "text" : "texts"} of the key still ${waiting === 1 ? "waits" : "wait"}`;
  const refusal = new Failure("conflict", `${found}. Nothing was changed.`, {
    hint: `To cancel them and revoke the key: messaging keys revoke ${id} --cancel-waiting`,
  });
  const { canAsk } = await import("../io.ts");
  if (!canAsk(io)) throw refusal;
  const { ask } = await import("../prompts.ts");
  const answer = await ask.choice(io, `${found}. Without the key, they are not sent. Cancel them?`, [
    { value: "no", label: "No, keep the key" },
    { value: "yes", label: "Yes, and revoke the key" },
  ]);
  if (answer !== "yes") throw refusal;
}

function addKeyOptions(command: Command): Command {
  return command
    .option("--name <name>", "A name for the key, shown in lists")
    .option("--expires <when>", "A date (midnight UTC), a timestamp, or a duration such as 90d or 12h")
    .addOption(
      choicesOption(
        "--scope <scope>",
        `A scope of the key; repeatable (default: all but ${namedScopes.join(", ")})`,
        keyScopes,
      ),
    )
    .addOption(choiceOption("--mode <mode>", "Live, test mode, or any of both (default: any)", modes))
    .option(
      "--recipient <phone>",
      "A phone number that the key may text, or a prefix such as +1202; repeatable (default: any)",
      (text: string, previous: string[] = []) => [...previous, text],
    )
    .option(
      "--segments-per-day <number>",
      "The segments that the key may send per day in UTC (default: any)",
      readCount,
    )
    .addOption(choiceOption("--hold <texts>", "The texts of the key that wait until a person approves them", holds))
    .addOption(
      choiceOption(
        "--known-by <texts>",
        "With the hold new_recipients: the texts that make a recipient known",
        knownBys,
      ),
    );
}

/** Warns of a hold that strangers can lift. */
function warnOfSenders({ stderr }: Io, { knownBy }: GivenOptions): void {
  if (knownBy === "inbound")
    stderr.write(
      "Whoever texts the team is known to this key, and can make an assistant answer without an approval.\n",
    );
}

/** The options of a key as the server takes them. */
async function readOptions(em: EntityManager, given: GivenOptions): Promise<KeyOptions> {
  const { name, expires, scope, mode, recipient, segmentsPerDay, hold, knownBy } = given;
  const expiresAt = expires === undefined ? undefined : await readExpiry(em, expires);
  const options = { name, expiresAt, scopes: scope, mode, recipients: recipient, segmentsPerDay, hold, knownBy };
  if (given.for === undefined) return options;
  const { readClock } = await import("../../server/db/clock.ts");
  const { pageKeyOptions } = await import("../../server/keys/page-key.ts");
  const usual = pageKeyOptions(await readClock(em));
  return {
    ...options,
    name: name ?? usual.name,
    scopes: scope ?? usual.scopes,
    expiresAt: expiresAt ?? usual.expiresAt,
  };
}
