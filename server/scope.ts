import type { Background } from "./background.ts";
import type { Cursors } from "./db/cursor.ts";
import type { GroupCommit } from "./db/group-commit.ts";
import type { EntityManager } from "./db/orm.ts";
import type { Timestamp } from "./db/timestamp.ts";
import type { Claim } from "./idempotency/claims.ts";
import type { Passcodes } from "./passcodes.ts";
import type { ProviderCallback } from "./provider/callback.ts";
import type { Provider } from "./provider/provider.ts";

/** What one request or job may touch. Nothing else is reachable from an area's code. */
export interface Scope {
  /** The team it acts for. Every query names it. */
  readonly teamId: string;
  /** Whether the key had the suffix `_test`: the provider is then the simulated carrier. */
  readonly testMode: boolean;
  /** The database's clock when the request was admitted. */
  readonly now: Timestamp;
  /** In a write without a provider call: its transaction, which also keeps the claim; unless it shares one. */
  readonly em: EntityManager;
  readonly provider: Provider;
  readonly groupCommit: GroupCommit;
  /** For what must still be done when the request is answered. */
  readonly background: Background;
  readonly cursors: Cursors;
  readonly passcodes: Passcodes;
  /** How many passcodes one phone may be sent in ten minutes; 0: as many as are asked for. */
  readonly otpSendsPerPhone: number;
  /** The request's Idempotency-Key, if it has one that counts. */
  readonly claim: Claim | undefined;
  /** What the transport should know of the answer beside its body. */
  readonly reply: { replayed: boolean };
}

/** What is the same for all requests of a mode. */
export type Services = Pick<
  Scope,
  "provider" | "groupCommit" | "background" | "cursors" | "passcodes" | "otpSendsPerPhone"
> & { openEm(): EntityManager };

/** The scope of one request. A class, because an object of spread parts and a getter takes twenty times as long to make. */
export class RequestScope implements Scope {
  readonly teamId;
  readonly testMode;
  readonly now;
  readonly provider;
  readonly groupCommit;
  readonly background;
  readonly cursors;
  readonly passcodes;
  readonly otpSendsPerPhone;
  readonly claim;
  readonly reply = { replayed: false };
  readonly #openEm;
  #em: EntityManager | undefined;

  constructor(
    { teamId, testMode, now }: Pick<Scope, "teamId" | "testMode" | "now">,
    services: Services,
    claim: Claim | undefined,
  ) {
    this.teamId = teamId;
    this.testMode = testMode;
    this.now = now;
    this.provider = services.provider;
    this.groupCommit = services.groupCommit;
    this.background = services.background;
    this.cursors = services.cursors;
    this.passcodes = services.passcodes;
    this.otpSendsPerPhone = services.otpSendsPerPhone;
    this.claim = claim;
    this.#openEm = services.openEm;
  }

  /** Made when it is asked for: what is done together with others' has theirs. */
  get em(): EntityManager {
    this.#em ??= this.#openEm();
    return this.#em;
  }
}

/** What an operation without a team may touch. */
export interface OpenScope {
  /** The verified signature of the callback that is being handled; null for any other request. */
  readonly signature: string | null;
  /** Ends well when the process can do its work. @throws server_error (503) */
  checkReadiness(): Promise<void>;
  /** Keeps a callback of the provider and sees to it that it is worked on; ends once that is certain. */
  recordCallback(callback: ProviderCallback): Promise<void>;
  /** What this process has counted, in Prometheus' text format. */
  readMetrics(): Promise<string>;
}
