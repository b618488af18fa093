import type { Command } from "commander";
import type { ProviderAccount } from "../../server/db/schema/entities/provider-account.ts";
import type { OpenedAccount } from "../../server/provider-accounts/accounts.ts";
import type { Io } from "../io.ts";
import type { OutputOptions } from "../output/output.ts";
import { readCount } from "../read-count.ts";
import { operateDatabase } from "./operate.ts";

/** The options that give settings. */
interface GivenSettings {
  set?: string[];
  settings?: string;
}

type Options = OutputOptions & GivenSettings & { kind: string };

const help = `
docs/carriers.md has the kinds and their settings. On a terminal, missing settings are asked for. To keep a secret out of the
list of processes, give it there, or in a file: --settings FILE, or --settings - for standard input.

Example: a second account at a carrier, and a number that it sends for
  messaging providers add second --kind http --set url=https://texts.example.com/send
  messaging numbers use +12025550123 --provider second
  messaging providers test second --to +12025550199`;

/** `messaging providers …` */
export function addProviderCommands(program: Command, io: Io): void {
  const providers = program
    .command("providers")
    .description("Manage accounts at carriers, each of which sends for its numbers");

  addSettings(providers.command("add <name>").description("Add an account, and show the addresses of its callbacks"))
    .requiredOption("--kind <kind>", "The kind of the carrier")
    .addHelpText("after", help)
    .action((name: string, { kind, ...given }: Options, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { addAccount } = await import("../../server/provider-accounts/accounts.ts");
        const { loadSealer } = await import("./load-sealer.ts");
        const settings = await read(io, given, kind);
        const added = await addAccount(orm.em.fork(), await loadSealer(io), { name, kind, settings });
        return { ...(await present(io, added.account)), settings: show(added, settings) };
      }),
    );

  providers
    .command("list")
    .description("List the accounts with their numbers, and what each kind was tried with")
    .action((_, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { listAccounts } = await import("../../server/provider-accounts/accounts.ts");
        const { findPhonesByAccount } = await import("../../server/business-numbers/find-usable-phones.ts");
        const { accountKinds } = await import("../../server/provider/kinds.ts");
        const phones = await findPhonesByAccount(orm.em.fork());
        return (await listAccounts(orm.em.fork())).map(({ id, name, kind, status }) => {
          const numbers = phones.get(id)?.length ?? 0;
          return { name, kind, status, numbers, triedWith: accountKinds.get(kind)?.accounts.triedWith ?? null };
        });
      }),
    );

  providers
    .command("show <name>")
    .description("Show an account with its numbers and the addresses of its callbacks; secrets are not shown")
    .action((name: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { openAccount } = await import("../../server/provider-accounts/accounts.ts");
        const { findPhonesByAccount } = await import("../../server/business-numbers/find-usable-phones.ts");
        const { loadSealer } = await import("./load-sealer.ts");
        const opened = await openAccount(orm.em.fork(), await loadSealer(io), name);
        const numbers = (await findPhonesByAccount(orm.em.fork())).get(opened.account.id) ?? [];
        return { ...(await present(io, opened.account)), settings: show(opened), numbers };
      }),
    );

  addSettings(providers.command("update <name>"))
    .description("Change settings of an account; every server uses them within a second")
    .action((name: string, given: Options, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { updateAccount } = await import("../../server/provider-accounts/accounts.ts");
        const { loadSealer } = await import("./load-sealer.ts");
        const updated = await updateAccount(orm.em.fork(), await loadSealer(io), name, await read(io, given));
        return { ...(await present(io, updated.account)), settings: show(updated) };
      }),
    );

  addStatus(
    providers,
    io,
    "pause",
    "Send nothing by an account: texts of its numbers are refused, and callbacks over HTTP arrive",
  );
  addStatus(providers, io, "resume", "Send by an account again");

  providers
    .command("test <name>")
    .description("Send one real text by an account, after your confirmation, and show the way that it takes")
    .requiredOption("--to <phone>", "The recipient, for example your own phone")
    .option("--from <phone>", "The number to send from (default: a number of the account)")
    .option("--text <text>", "The text", "This is a test of the carrier.")
    .option("--wait <seconds>", "How long to wait for statuses", readCount, 30)
    .option("--yes", "Do not ask")
    .action((name: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { testProvider } = await import("./test-provider.ts");
        return testProvider(io, database, name, command.optsWithGlobals());
      }),
    );
}

const addSettings = (command: Command): Command =>
  command
    .option("--set <name=value>", "A setting; repeatable", (text: string, previous: string[] = []) => [
      ...previous,
      text,
    ])
    .option("--settings <file>", "A JSON object of settings; - reads standard input");

function addStatus(providers: Command, io: Io, name: "pause" | "resume", description: string): void {
  providers
    .command(`${name} <name>`)
    .description(description)
    .action((account: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { setAccountStatus } = await import("../../server/provider-accounts/accounts.ts");
        const status = name === "pause" ? "paused" : "active";
        return present(io, await setAccountStatus(orm.em.fork(), account, status));
      }),
    );
}

/** Reads the given settings. With the kind of a new account, missing ones are asked for where somebody can answer. */
async function read(io: Io, given: GivenSettings, kind?: string): Promise<Record<string, unknown>> {
  const { readGivenSettings } = await import("./read-settings.ts");
  return readGivenSettings(io, given, kind);
}

/** The account as it is shown, without settings. */
async function present(io: Io, { id, name, kind, status, createdAt, updatedAt }: ProviderAccount) {
  const { loadConfig, publicUrlOf } = await import("../../server/config.ts");
  const { withDataDir } = await import("./locate-data.ts");
  const { accountKinds } = await import("../../server/provider/kinds.ts");
  if (accountKinds.get(kind)?.accounts.receivesByConnection) return { id, name, kind, status, createdAt, updatedAt };
  const config = loadConfig(await withDataDir(io.env));
  const callbacks = `${publicUrlOf(config, config.port ?? 3_000)}/api/external/${kind}/${id}`;
  const addresses = { inboundUrl: `${callbacks}/inbound`, statusUrl: `${callbacks}/status` };
  return { id, name, kind, status, ...addresses, createdAt, updatedAt };
}

/** The settings without their secrets, except a secret that was made now, which is shown this once. */
function show({ kind, settings }: OpenedAccount, given?: Record<string, unknown>): Record<string, string> {
  const { settings: rules } = kind.accounts;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const isNew = given !== undefined && rules[name]?.make !== undefined && given[name] === undefined;
      return [name, rules[name]?.isSecret && !isNew ? "(secret)" : value];
    }),
  );
}
