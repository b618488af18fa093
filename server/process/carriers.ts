import type { GroupCommit } from "../db/commit/group-commit.ts";
import type { Log } from "../log.ts";
import { holdable } from "../provider/held-provider.ts";
import { kinds } from "../provider/kinds.ts";
import type { Provider } from "../provider/provider.ts";
import { createRefusalReport } from "../provider/refused-server.ts";
import { type MeasuredSend, measured } from "../provider/timed-provider.ts";
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
  /** Whether the simulated carrier carries the live texts, too. */
  isSimulated: boolean;
  /** Waits for the writes of the handsets. */
  stop(): Promise<void>;
}

export async function createCarriers({
  provider,
  kind: liveKind = "simulated",
  isHeld,
  log,
  groupCommit,
  sealer,
  phone,
  onSend = () => {},
  tracing,
}: CarriersOptions): Promise<Carriers> {
  const reportRefusal = createRefusalReport(log);
  const outbox = phone ? createOutbox({ groupCommit, sealer, log }) : undefined;
  const carrier = (kind: Provider, testMode: boolean) => {
    const watched = (kind.isSimulated && outbox?.watch(kind, testMode)) || kind;
    const report = (send: MeasuredSend) => {
      onSend({ testMode, carrier: testMode ? "simulated" : liveKind, ...send });
      if (send.serverRefusedWith !== undefined) reportRefusal(send.serverRefusedWith);
    };
    return measured(watched, report, tracing?.traceSend);
  };
  const simulated = await kinds.simulated.create({ kind: "simulated" }, { baseUrl: undefined, log });
  const { isSimulated = false } = provider ?? simulated;
  // The simulated carrier texts nobody.
  const live = carrier(provider && isHeld ? holdable(provider, isHeld) : (provider ?? simulated), false);
  const test = carrier(simulated, true);
  return {
    live,
    test,
    of: (testMode) => (testMode ? test : live),
    isSimulated,
    async stop() {
      await outbox?.stop();
    },
  };
}
