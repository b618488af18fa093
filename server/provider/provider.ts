import type { DeliveryFailure, Encoding } from "../../generated/api.ts";
import type { Log } from "../log.ts";
import type { E164 } from "../phone.ts";
import type { CarrierAccount } from "./account.ts";
import type { CallbackDialect, Received } from "./callbacks.ts";
import type { ExchangeReport } from "./exchange.ts";
import type { TextHistory } from "./history.ts";
import type { SettingRules } from "./settings.ts";

/** A text to hand to the provider. */
export interface OutboundText {
  /** A message of a thread (`text`), or the text of a one-time passcode (`otp`). */
  kind: "text" | "otp";
  /** The id of the message or passcode. */
  id: string;
  teamId: string;
  from: E164;
  to: E164;
  /** Empty only beside files. */
  body: string;
  /** The number of segments that its carrier divides it into; by default one. */
  segments?: number;
  /** Its turn at a number with a pace, by the clock of `performance.now`, if it has got one already. */
  startAt?: number;
  /** How its segments are counted; absent for a passcode. */
  encoding?: Encoding;
  /** Set if the text is stored with the acceptance that its carrier has foreseen. */
  isForeseen?: boolean;
  /** The addresses of the attached files, which the provider fetches. Absent if there are none. */
  mediaUrls?: string[];
}

/**
 * The provider's own words about a failure, as `quoteMessage` and `quoteLink` return them, and what the failure is about, if
 * the provider says so itself.
 */
export type ProviderWords = Partial<Pick<DeliveryFailure, "message" | "moreInfo" | "about">>;

/** The codes of failures for which the carrier gives no code. */
export type OwnCode =
  | "outcome_unknown"
  | "provider_unreachable"
  | "live_texts_off"
  | "provider_paused"
  | "provider_not_usable"
  | "number_pace"
  | "http_401"
  | "http_403"
  | "http_413"
  | "http_429";

/** What a code means, and what has to change before the text can be delivered. */
export type Meaning = Pick<DeliveryFailure, "about" | "meaning">;

export interface Accepted {
  kind: "accepted";
  providerId: string;
  status: "queued" | "sent";
  simulatedOutcome?: "delivered" | "undelivered";
}

/** A definite refusal, with the provider's words. `describeFailure` knows what its code means. */
export interface Refused extends ProviderWords {
  kind: "refused";
  errorCode: string;
  optedOut: boolean;
  /** Set if the carrier refuses the server's own credentials. That is a fault of the installation, not of the text. */
  refusesServer?: true;
  /** When the same text may be sent again, if that is known. */
  retryAfterSeconds?: number;
}

/**
 * The outcome of handing a text to the provider.
 *
 * - `accepted`: the provider has the text and gave it an id.
 * - `refused`: a definite refusal; the text was not sent and will not be.
 * - `unknown`: the text may have been sent, so it must not be sent again.
 */
export type Outcome = Accepted | Refused | { kind: "unknown" };

/** How many segments a second are sent from a number. */
export interface Pace {
  numberId: string;
  perSecond: number;
}

/** The port to the carrier that carries the texts of an installation. */
export interface Provider {
  /** Whether this is the simulated carrier, whose callbacks may name test mode. */
  isSimulated?: boolean;
  /** Whether it carries pictures and other files. */
  supportsMedia?: boolean;
  /** Returns the acceptance of a text that is known before `send` is called, so that it is stored with the text. */
  foresee?: ((text: Pick<OutboundText, "id" | "to">) => Accepted | undefined) | undefined;
  /**
   * The kind in the path of its callbacks, and how they are. A carrier that has no kind calls the requirement's three
   * paths.
   */
  callbacks?: { kind: string; dialect: CallbackDialect };
  /** The paces of numbers, by their phones. Absent if it keeps none. */
  readonly paces?: ReadonlyMap<string, Pace>;
  /** Hands over one text. Ends within 8 seconds after its turn, and never throws: an error is an outcome. */
  send(text: OutboundText): Promise<Outcome>;
  /** Ends its connections after the texts that are being sent. */
  close?(): Promise<void>;
}

/** The parts of an installation that a provider needs. */
export interface Installation {
  /** The public URL without a trailing slash; undefined if callbacks cannot be asked for. */
  baseUrl: string | undefined;
  log: Log;
  /** The provider account; absent for the carrier of the environment. */
  accountId?: string;
  /**
   * Records what the carrier reports over a connection of its own. Ends after the commit, and throws if there is none. Absent
   * if nothing is recorded; the first text then makes the connection.
   */
  receive?: ((received: Received) => Promise<void>) | undefined;
  /** Called after each exchange with the carrier, with what was sent and answered. */
  onExchange?: ExchangeReport;
  /** The total time of a text; by default 8 seconds. */
  timeoutMilliseconds?: number | undefined;
}

/** What accounts of a kind are, which operators add. */
export interface AccountMeans<Settings> {
  settings: SettingRules<Settings>;
  /** What this kind was tried with, for people who choose one. */
  triedWith: string;
  /** Set if what arrives comes over the carrier's own connection, so that there are no addresses for callbacks. */
  receivesByConnection?: true;
  /** As `ProviderKind.authorizeMedia`, but only for a file of this account. */
  authorizeMedia?(settings: Settings, url: URL): Record<string, string>;
  /** Reaches a carrier that has no `openAccount`, and returns what it says. */
  reach?(settings: Settings): Promise<string>;
}

/** A kind of carrier: what its folder gives to the list of kinds. */
export interface ProviderKind<Settings> {
  /** Describes the carrier in the announcement of a start. */
  describe(settings: Settings): string;
  /** Whether it answers STOP, START and HELP itself. */
  answersKeywords?: boolean;
  /** The meanings of its codes. */
  failures: ReadonlyMap<string, Meaning>;
  create(settings: Settings, installation: Installation): Promise<Provider>;
  /** The headers to fetch a file of an inbound text with: credentials, but only for an address of the carrier. */
  authorizeMedia?(settings: Settings, url: URL): Record<string, string>;
  /** Opens the account at the carrier for the questions of the doctor. A kind without accounts leaves it out. */
  openAccount?(settings: Settings): CarrierAccount;
  /** Opens the carrier's own list of texts. A carrier that has none leaves it out. */
  openHistory?(settings: Settings): TextHistory;
  /**
   * Deletes the carrier's own copy of a text with its files, by the carrier's id. One that is not there counts as deleted. A
   * carrier that cannot do this leaves it out.
   *
   * @throws if the carrier may still have it
   */
  forget?(settings: Settings, id: string): Promise<void>;
}

/** A kind whose accounts operators can add. Each has a provider with callbacks of its own. */
export interface AccountKind<Settings> extends ProviderKind<Settings> {
  accounts: AccountMeans<Settings>;
}
