import type { GroupCommit } from "../db/commit/group-commit.ts";
import type { Log } from "../log.ts";
import { holdable } from "../provider/held-provider.ts";
import { kinds } from "../provider/kinds.ts";
import type { Provider } from "../provider/provider.ts";
import { createRefusalReport } from "../provider/refused-server.ts";
import { type MeasuredSend, measured } from "../provider/timed-provider.ts";
import type { KnownAccount, KnownAccounts } from "../provider-accounts/known-accounts.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { createOutbox } from "../simulator/outbox.ts";
import type { Tracing } from "../tracing/tracing.ts";

export interface CarriersOptions {
  /** The carrier of live texts; by default the simulated carrier. */
  provider: Provider | undefined;
  /** The kind of that carrier, for the metrics. */
  kind?: string | undefined;
  /** Whether live texts are refused now; by default they never are. */
  isHeld?: (() => boolean) | undefined;
  /** The accounts of numbers whose live texts another carrier sends; none by default. */
  accounts?: KnownAccounts | undefined;
  log: Log;
  groupCommit: GroupCommit;
  sealer: Sealer;
  /** Whether the handsets of the simulated carrier show its texts. */
  phone: boolean;
  /** Called after each send. */
  onSend?: (send: MeasuredSend & { testMode: boolean; carrier: string }) => void;
  tracing?: Tracing | undefined;
}

/** The carriers of a process: that of live texts, and the simulated one, which always carries texts of test mode. */
export interface Carriers {
  live: Provider;
  test: Provider;
  /** That of a mode. */
  of(testMode: boolean): Provider;
  /** Waits for the writes of the handsets. */
  stop(): Promise<void>;
}

export async function createCarriers({
  provider,
  kind: liveKind = "simulated",
  isHeld,
  accounts,
  log,
  groupCommit,
  sealer,
  phone,
  onSend = () => {},
  tracing,
}: CarriersOptions): Promise<Carriers> {
  const outbox = phone ? createOutbox({ groupCommit, sealer, log }) : undefined;
  const carrier = (kind: Provider, testMode: boolean, account?: KnownAccount) => {
    const reportRefusal = createRefusalReport(account ? log.child({ providerAccount: account.name }) : log);
    const name = testMode ? "simulated" : (account?.kind ?? liveKind);
    const watched = (kind.isSimulated && outbox?.watch(kind, testMode)) || kind;
    const report = (send: MeasuredSend) => {
      onSend({ testMode, carrier: name, ...send });
      if (send.serverRefusedWith !== undefined) reportRefusal(send.serverRefusedWith);
    };
    return measured(watched, report, tracing?.traceSend);
  };
  const simulated = await kinds.simulated.create({ kind: "simulated" }, { baseUrl: undefined, log });
  // The simulated carrier texts nobody.
  const held = (each: Provider) => (isHeld && !each.isSimulated ? holdable(each, isHeld) : each);
  const home = carrier(held(provider ?? simulated), false);
  const live = accounts ? byNumber(home, accounts, (account) => carrier(held(account.provider), false, account)) : home;
  const test = carrier(simulated, true);
  return {
    live,
    test,
    of: (testMode) => (testMode ? test : live),
    async stop() {
      await outbox?.stop();
    },
  };
}

/** The carrier that sends each text by the account of its number, or else by `home`, and at the pace of the number. */
function byNumber(home: Provider, accounts: KnownAccounts, open: (account: KnownAccount) => Provider): Provider {
  const opened = new WeakMap<KnownAccount, Provider>();
  const carrierOf = (account: KnownAccount) => {
    const carrier = opened.get(account) ?? open(account);
    opened.set(account, carrier);
    return carrier;
  };
  return {
    // The number of a text is known only once the text is stored.
    get foresee() {
      return accounts.areUsed() || accounts.paces.size > 0 ? undefined : home.foresee;
    },
    get isSimulated() {
      return home.isSimulated === true && !accounts.areUsed();
    },
    supportsMedia: home.supportsMedia ?? false,
    ...(home.callbacks && { callbacks: home.callbacks }),
    get paces() {
      return accounts.paces;
    },
    send(text) {
      // Its number may have got an account or a pace since it was stored.
      if (text.isForeseen) return home.send(text);
      const account = accounts.accountOf(text.from);
      const carrier = account ? carrierOf(account) : home;
      const pace = accounts.paces.get(text.from);
      return pace ? accounts.sendInTurn(text, pace, () => carrier.send(text)) : carrier.send(text);
    },
  };
}
