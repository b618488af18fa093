import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { findOwners } from "../../server/business-numbers/find-owners.ts";
import { findPhonesByAccount } from "../../server/business-numbers/find-usable-phones.ts";
import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { listStatuses } from "../../server/inbound/list-callbacks.ts";
import { createLog } from "../../server/log.ts";
import type { ExchangeReport } from "../../server/provider/exchange.ts";
import { describeFailure } from "../../server/provider/failures.ts";
import { ofAccount } from "../../server/provider/of-account.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { openAccount } from "../../server/provider-accounts/accounts.ts";
import { Failure, usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { plain } from "../output/plain-text.ts";
import type { Row } from "../output/results.ts";
import { loadSealer } from "./load-sealer.ts";
import { withDataDir } from "./locate-data.ts";
import { readPhone } from "./read-phone.ts";

interface TestOptions {
  to: string;
  from?: string;
  text: string;
  wait: number;
  yes?: boolean;
}

/** The interval between two looks for statuses. */
const lookMilliseconds = 500;

const finalStatuses = ["delivered", "undelivered", "failed", "read"];

/**
 * Sends one text by an account, past teams and their rules. Shows the request without its headers, the answer, and the
 * statuses that servers record meanwhile.
 *
 * @throws Failure (usage) without `--yes` where nobody can be asked; Failure (notFound) without a number to send from
 */
export async function testProvider(io: Io, { orm }: Database, name: string, options: TestOptions): Promise<Row> {
  const { account, kind, settings } = await openAccount(orm.em.fork(), await loadSealer(io), name);
  const [own] = (await findPhonesByAccount(orm.em.fork())).get(account.id) ?? [];
  const [to, from] = [await readPhone(options.to), await readPhone(options.from ?? own ?? refuseWithoutNumber(name))];
  if (!options.yes && !(await confirms(io, `Send one real text by ${name} from ${from} to ${to}?`))) {
    tell(io, "Nothing was sent.");
    return { provider: name, from, to, outcome: "not sent" };
  }
  const { baseUrl } = loadConfig(await withDataDir(io.env));
  const log = createLog("silent");
  const show: ExchangeReport = ({ request, body, exchange }) => {
    tell(io, plain(`-> ${request}`));
    tell(io, plain(`   ${body}`));
    const answer = exchange.kind === "answered" ? `${exchange.status} ${exchange.body ?? ""}` : exchange.cause;
    tell(io, plain(`<- ${answer}`));
  };
  const provider = ofAccount(
    await kind.create(settings, { baseUrl, log, accountId: account.id, onExchange: show }),
    account.id,
  );
  try {
    // Its time is before that of each callback of the text.
    const since = newId();
    const teamId = (await findOwners(orm.em.fork(), [from])).get(from)?.teamId ?? randomUUID();
    const outcome = await provider.send({ kind: "text", id: randomUUID(), teamId, from, to, body: options.text });
    const statuses = await showStatuses(io, orm.em.fork(), outcome, { since, seconds: options.wait });
    return { provider: name, from, to, ...present(outcome), statuses };
  } finally {
    await provider.close?.();
  }
}

function refuseWithoutNumber(name: string): never {
  const hint = `Give it one: messaging numbers use PHONE --provider ${name}. Or name the number to send from: --from`;
  throw new Failure("notFound", `No number uses the provider ${name}.`, { hint });
}

async function confirms(io: Io, question: string): Promise<boolean> {
  if (!canAsk(io)) throw usageError("test asks before it sends: run it on a terminal, or add --yes");
  const { ask } = await import("../prompts.ts");
  return ask.confirmation(io, question);
}

function present(outcome: Outcome): Row {
  if (outcome.kind === "accepted") return { outcome: "accepted", providerId: outcome.providerId };
  if (outcome.kind === "unknown") return { outcome: "unknown" };
  const { code, about, meaning, message } = describeFailure(outcome.errorCode, outcome);
  return { outcome: "refused", code, about, meaning, message };
}

/** Waits for the statuses of an accepted text, until one of them is final or the time is over. Returns them in their order. */
async function showStatuses(
  io: Io,
  em: EntityManager,
  outcome: Outcome,
  { since, seconds }: { since: string; seconds: number },
): Promise<string[]> {
  if (outcome.kind !== "accepted") return [];
  const end = performance.now() + seconds * 1_000;
  const shown: string[] = [];
  do {
    await wait(lookMilliseconds);
    const reported = await listStatuses(em, { since, providerId: outcome.providerId });
    for (const { status, errorCode = "" } of reported.slice(shown.length)) {
      shown.push(status ?? "none");
      tell(io, plain(`<- status ${status} ${errorCode}`));
    }
  } while (performance.now() < end && !shown.some((status) => finalStatuses.includes(status)));
  return shown;
}
