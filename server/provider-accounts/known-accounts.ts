/**
 * The accounts at carriers, the numbers that use them, and the paces of numbers, as a process knows them. They stay in memory,
 * so that a text costs no statement to find its carrier.
 *
 * Promises: a change applies within a second, in every process. A text of a number whose account is paused, or cannot be
 * used, is refused, and never goes to another carrier.
 * Costs: a statement in each second, which reads one row; after a change, one for the accounts and one for their numbers.
 */
import { sql } from "kysely";
import { readAnywhere } from "../db/commit/each-place.ts";
import { type Orm, prepared, queries } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { withBreaker } from "../provider/breaker.ts";
import { type CallbackDialect, type ProviderCallback, storedSignature, type TextPart } from "../provider/callbacks.ts";
import { accountKinds } from "../provider/kinds.ts";
import { ofAccount, ownIdOf } from "../provider/of-account.ts";
import type { Installation, OwnCode, Pace, Provider } from "../provider/provider.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { openSettings } from "./sealed-settings.ts";
import { createTurns, type SendInTurn } from "./turns.ts";

/** An account that sends and receives. */
export interface KnownAccount {
  name: string;
  /** The kind of its carrier. */
  kind: string;
  provider: Provider;
}

export interface KnownAccounts {
  /** Whether any number uses an account. */
  areUsed(): boolean;
  /** The account of a number; undefined if the carrier of the environment sends its texts. */
  accountOf(phone: string): KnownAccount | undefined;
  /** The paces of numbers, by their phones. */
  readonly paces: ReadonlyMap<string, Pace>;
  /** Sends a text of such a number. */
  sendInTurn: SendInTurn;
  /** The kind of an account; undefined for an unknown one. */
  kindOf(accountId: string): string | undefined;
  /** How an account calls back at the path of a kind; undefined if there is none. */
  dialectOf(kind: string, accountId: string): CallbackDialect | undefined;
  /** The headers to fetch a file with, if it is that of an account. */
  authorizeMedia(url: URL): Record<string, string>;
  /** Reads the accounts and their numbers again, if anything has changed. */
  refresh(): Promise<void>;
  /** Closes the connections of the accounts after the texts that are being sent. */
  close(): Promise<void>;
}

export interface KnownAccountsOptions {
  orm: Orm;
  sealer: Sealer;
  /** The public URL without a trailing slash; undefined if callbacks cannot be asked for. */
  baseUrl: string | undefined;
  log: Log;
  /**
   * Records what a carrier reports over a connection of its own, and ends after the commit. Absent if nothing is recorded.
   */
  record?: RecordReceived | undefined;
  /** The total time of a text; by default 8 seconds. */
  timeoutMilliseconds?: number | undefined;
}

/** Records a callback, or a part of a text of several parts. */
export type RecordReceived = (callback: ProviderCallback, part?: TextPart) => Promise<void>;

/** The interval between two reads of the revision. */
const refreshMilliseconds = 1_000;

/** Reads the accounts now and once in a second. Returns them with the function that stops this. */
export async function watchAccounts(options: KnownAccountsOptions): Promise<[KnownAccounts, () => Promise<void>]> {
  const accounts = createKnownAccounts(options);
  await accounts.refresh();
  const stop = every(refreshMilliseconds, { name: "provider accounts", log: options.log }, accounts.refresh);
  return [
    accounts,
    async () => {
      await stop();
      await accounts.close();
    },
  ];
}

interface KeptAccount extends KnownAccount {
  id: string;
  /** Tells whether the row has changed. */
  version: string;
  authorizeMedia?: ((url: URL) => Record<string, string>) | undefined;
}

/** The accounts, of which none are known before the first refresh. */
export function createKnownAccounts({
  orm,
  sealer,
  baseUrl,
  log,
  record,
  timeoutMilliseconds,
}: KnownAccountsOptions): KnownAccounts {
  let revision: number | undefined;
  let accounts = new Map<string, KeptAccount>();
  let accountIdByPhone = new Map<string, string>();
  let paces = new Map<string, Pace>();

  async function open(row: AccountRow): Promise<KeptAccount> {
    const { id, name, kind, status } = row;
    const known = accounts.get(id);
    if (known?.version === versionOf(row)) return known;
    const base = { id, name, kind, version: versionOf(row) };
    const type = accountKinds.get(kind);
    const settings = openSettings(sealer, id, row.settings_sealed);
    if (!type || !settings) {
      log.error(
        { providerAccount: name, kind },
        "the settings of a provider account cannot be read; see docs/carriers.md",
      );
      return { ...base, provider: refusing("provider_not_usable") };
    }
    const installation = {
      baseUrl,
      log: log.child({ providerAccount: name }),
      accountId: id,
      // A paused account ends its connection, and the carrier keeps what it has.
      receive: status === "active" && record ? receiveOf(row, record) : undefined,
      timeoutMilliseconds,
    };
    const provider = withBreaker(ofAccount(await type.create(settings, installation), id));
    const authorizeMedia = (url: URL) => type.accounts.authorizeMedia?.(settings, url) ?? {};
    // Statuses of earlier texts, and texts to its numbers, still arrive at a paused account.
    const usable = status === "active" ? provider : { ...provider, ...refusing("provider_paused") };
    return { ...base, provider: usable, authorizeMedia };
  }

  return {
    areUsed: () => accountIdByPhone.size > 0,
    accountOf(phone) {
      const id = accountIdByPhone.get(phone);
      return id === undefined ? undefined : (accounts.get(id) ?? unknownAccount);
    },
    get paces() {
      return paces;
    },
    sendInTurn: createTurns(orm, log),
    kindOf: (accountId) => accounts.get(accountId)?.kind,
    dialectOf(kind, accountId) {
      const account = accounts.get(accountId);
      return account?.kind === kind ? account.provider.callbacks?.dialect : undefined;
    },
    authorizeMedia(url) {
      const headers = [...accounts.values()].map((account) => account.authorizeMedia?.(url) ?? {});
      return headers.find((each) => Object.keys(each).length > 0) ?? {};
    },
    async refresh() {
      // Read first, so that a change during the other reads is seen by the next refresh.
      const current = await readRevision(orm);
      if (current === revision) return;
      const [rows, numbers] = await readRows(orm);
      const opened = await Promise.all(rows.map(open));
      const replaced = [...accounts.values()].filter((account) => !opened.includes(account));
      accounts = new Map(opened.map((account) => [account.id, account]));
      accountIdByPhone = new Map(
        numbers.flatMap(({ phone_number: phone, provider_account_id: id }) => (id === null ? [] : [[phone, id]])),
      );
      paces = new Map(numbers.flatMap(paceOf));
      revision = current;
      for (const { provider } of replaced) void provider.close?.();
    },
    async close() {
      await Promise.all([...accounts.values()].map(({ provider }) => provider.close?.()));
    },
  };
}

const receiveOf =
  ({ id, kind }: AccountRow, record: RecordReceived): Installation["receive"] =>
  ({ callback, signature, part }) => {
    const { providerId } = callback;
    const own = { providerId: providerId && ownIdOf(id, providerId), providerAccountId: id };
    return record(
      { ...callback, ...own, signature: storedSignature(kind, id, signature), signatureRecurs: true },
      part,
    );
  };

const refusing = (errorCode: OwnCode): Pick<Provider, "send"> => ({
  send: async () => ({ kind: "refused", errorCode, optedOut: false }),
});

/** The account of a number whose row is missing. */
const unknownAccount: KnownAccount = { name: "unknown", kind: "unknown", provider: refusing("provider_not_usable") };

interface AccountRow {
  id: string;
  name: string;
  kind: string;
  status: "active" | "paused";
  settings_sealed: Buffer;
  updated_at: string;
}

/** A new secret key seals the settings anew, and changes nothing else. */
const versionOf = ({ status, updated_at }: AccountRow) => `${status} ${updated_at}`;

async function readRevision(orm: Orm): Promise<number> {
  const { rows } = await readAnywhere(orm, (em) =>
    sql<{ revision: number }>`select revision from provider_revision`.execute(prepared(em)),
  );
  return rows[0]!.revision;
}

/** A number that has an account or a pace. */
interface NumberRow {
  id: string;
  phone_number: string;
  provider_account_id: string | null;
  messages_per_second: number | null;
}

const paceOf = ({ id: numberId, phone_number: phone, messages_per_second: perSecond }: NumberRow): [string, Pace][] =>
  perSecond === null ? [] : [[phone, { numberId, perSecond }]];

async function readRows(orm: Orm): Promise<[AccountRow[], NumberRow[]]> {
  return readAnywhere(orm, async (em) => {
    const accounts = await sql<AccountRow>`
      select id, name, kind, status, settings_sealed, updated_at::text from provider_account
    `.execute(queries(em));
    const numbers = await sql<NumberRow>`
      select id, phone_number, provider_account_id, messages_per_second from business_number
      where provider_account_id is not null or messages_per_second is not null
    `.execute(queries(em));
    return [accounts.rows, numbers.rows];
  });
}
