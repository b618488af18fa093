import type { BatchWork } from "../db/commit/batch-work.ts";
import type { GroupCommit } from "../db/commit/group-commit.ts";
import type { EntityManager } from "../db/orm.ts";
import type { MediaStoreName } from "../db/schema/entities/media.ts";
import type { Cursors } from "../db/sql/cursor.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Background } from "../housekeeping/background.ts";
import type { CallbackDialect, ProviderCallback, ReadCallback } from "../provider/callbacks.ts";
import type { Provider } from "../provider/provider.ts";
import type { MediaLinks } from "../secrets/media-links.ts";
import type { PasscodeKeys } from "../secrets/passcodes.ts";
import type { PhoneHashes } from "../secrets/phone-hashes.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { TextTokens } from "../secrets/text-tokens.ts";
import type { KeyRights } from "./key-rights.ts";
import type { Claim } from "./once/claims.ts";

/** The id of a request and the address of its client, for the record of writes. */
export interface RequestOrigin {
  requestId: string;
  address: string | undefined;
}

/** What an admitted request is known by. */
type Admitted = Pick<Scope, "teamId" | "apiKeyId" | "rights" | "testMode" | "now">;

/** The services and the data of one request. The code of an area reaches nothing else. */
export interface Scope {
  /** The team of the request. Every query names it. */
  readonly teamId: string;
  /** The API key of the request. */
  readonly apiKeyId: string;
  /** What the API key may do. */
  readonly rights: KeyRights;
  /** The id of the request, and the address of its client. */
  readonly origin: RequestOrigin;
  /** Whether the request acts in test mode. The provider is then the simulated carrier. */
  readonly testMode: boolean;
  /** The time on the database's clock when the request was admitted. */
  readonly now: Timestamp;
  /** The entity manager. In a write with a transaction of its own, it is bound to that transaction. */
  readonly em: EntityManager;
  readonly provider: Provider;
  /** Does `work` for `item` in one transaction with other requests that ask for the same work. */
  commit<Item, Out>(work: BatchWork<Item, Out>, item: Item): Promise<Out>;
  /** Continues work after the request is answered. */
  readonly background: Background;
  readonly cursors: Cursors;
  readonly passcodeKeys: PasscodeKeys;
  /** The means of webhook endpoints. */
  readonly webhooks: WebhookMeans;
  /** The means of files of messages. */
  readonly files: FileMeans;
  /** Hashes erased phones. */
  readonly phoneHashes: PhoneHashes;
  /** Names texts for clients that ask for a status without an API key. */
  readonly textTokens: TextTokens;
  /** The maximum number of passcodes that one phone is sent in ten minutes; 0 means no limit. */
  readonly otpSendsPerPhone: number;
  /** The means of simulated handsets; undefined while they are off in this mode. */
  readonly handsets: HandsetMeans | undefined;
  /** The claim of the request's Idempotency-Key, if it has a key and the operation uses it. */
  readonly claim: Claim | undefined;
}

/** What a text needs that is sent without a request, with the rights of a key. */
export type SendingScope = Pick<
  Scope,
  | "teamId"
  | "apiKeyId"
  | "rights"
  | "testMode"
  | "now"
  | "em"
  | "provider"
  | "commit"
  | "background"
  | "files"
  | "phoneHashes"
  | "claim"
>;

/** What the operations of webhook endpoints need. */
export interface WebhookMeans {
  /** Seals the secrets of endpoints. */
  sealer: Sealer;
  /** Refuses a URL whose host is private by itself, as the value of a field. @throws validation_error */
  checkUrl(field: string, url: string): Promise<void>;
}

/** A stored file of a message. */
export interface StoredFile {
  teamId: string;
  id: string;
  contentType: string;
  /** Its size. */
  bytes: number;
  store: MediaStoreName;
}

/** A file that is answered. */
export interface OpenedFile extends Pick<StoredFile, "contentType" | "bytes"> {
  /** Reads the bytes, part by part. */
  parts: AsyncIterableIterator<Uint8Array>;
}

/** A file as a request sends it. */
export interface SentFile {
  bytes: Buffer;
  /** Its `Content-Type`. */
  type: string;
}

/** A file that was received, and has no row yet. With the store `s3`, its bytes are there already. */
export interface ReceivedFile {
  id: string;
  file: Buffer;
  /** The type that the content has. */
  contentType: string;
  sha256: Buffer;
  store: MediaStoreName;
}

/** What the operations of files need. */
export interface FileMeans {
  links: MediaLinks;
  /** Makes a link to a file, which is valid for some seconds. */
  link(file: Pick<StoredFile, "teamId" | "id">, now: Timestamp, seconds: number): { url: string; expiresAt: Timestamp };
  /** Whether links lead here from everywhere. */
  hasPublicLinks: boolean;
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
  /** Opens a file. Nothing is read before the first part is asked for. */
  open(file: StoredFile): OpenedFile;
  /** Finds the type of a file, and stores its bytes if they do not belong into the database. @throws media_type_not_allowed */
  receive(teamId: string, file: SentFile): Promise<ReceivedFile>;
}

/** What the operations of simulated handsets need. */
export interface HandsetMeans {
  /** Opens the texts. */
  sealer: Sealer;
  /** Whether a keyword changes the consent of its handset. */
  changeConsents: boolean;
  /** Records a callback of a handset, and returns its id. */
  recordCallback(callback: ReadCallback): Promise<string>;
}

/** The services that all requests of a mode share. */
export type Services = Pick<
  Scope,
  | "provider"
  | "background"
  | "cursors"
  | "passcodeKeys"
  | "webhooks"
  | "files"
  | "phoneHashes"
  | "textTokens"
  | "otpSendsPerPhone"
  | "handsets"
> & {
  groupCommit: GroupCommit;
  /** Opens an entity manager for SQL about a team. */
  openEm(teamId: string): EntityManager;
};

/** The scope of one request. A class, because an object with spread parts and a getter is twenty times slower to make. */
export class RequestScope implements Scope {
  readonly teamId;
  readonly apiKeyId;
  readonly rights;
  readonly origin;
  readonly testMode;
  readonly now;
  readonly provider;
  readonly background;
  readonly cursors;
  readonly passcodeKeys;
  readonly webhooks;
  readonly files;
  readonly phoneHashes;
  readonly textTokens;
  readonly otpSendsPerPhone;
  readonly handsets;
  readonly claim;
  readonly #services;
  #em;

  /** @param tx the transaction that `em` is bound to, if the request is a write with a transaction of its own */
  constructor(
    { teamId, apiKeyId, rights, testMode, now }: Admitted,
    origin: RequestOrigin,
    services: Services,
    claim: Claim | undefined,
    tx?: EntityManager,
  ) {
    this.teamId = teamId;
    this.apiKeyId = apiKeyId;
    this.rights = rights;
    this.origin = origin;
    this.testMode = testMode;
    this.now = now;
    this.provider = services.provider;
    this.background = services.background;
    this.cursors = services.cursors;
    this.passcodeKeys = services.passcodeKeys;
    this.webhooks = services.webhooks;
    this.files = services.files;
    this.phoneHashes = services.phoneHashes;
    this.textTokens = services.textTokens;
    this.otpSendsPerPhone = services.otpSendsPerPhone;
    this.handsets = services.handsets;
    this.claim = claim;
    this.#services = services;
    this.#em = tx;
  }

  /** Opened at the first use, because work in a group commit uses the entity manager of its batch. */
  get em(): EntityManager {
    this.#em ??= this.#services.openEm(this.teamId);
    return this.#em;
  }

  commit<Item, Out>(work: BatchWork<Item, Out>, item: Item): Promise<Out> {
    return this.#services.groupCommit(work, item, this.teamId);
  }
}

/** The services of an operation without a team. */
export interface OpenScope {
  /** The verified signature of a callback, and how its carrier calls back; undefined for any other request. */
  readonly callback: { signature: string; dialect: CallbackDialect } | undefined;
  /** The means of files of messages. */
  readonly files: FileMeans;
  /** Reads the names of texts. */
  readonly textTokens: TextTokens;
  /** Opens an entity manager for SQL about a team. */
  openEm(teamId: string): EntityManager;
  /** Whether the handsets of the simulated carrier can be seen in a mode. */
  readonly isPhoneOn: boolean;
  /** Resolves if the process is ready for requests. @throws server_error (503) otherwise */
  checkReadiness(): Promise<void>;
  /** Stores a callback of the provider with its job, and resolves once both have committed. */
  recordCallback(callback: ProviderCallback): Promise<void>;
  /** Reads the metrics of this process, in the text format of Prometheus. */
  readMetrics(): Promise<string>;
  /** The public URL of this server, without a trailing slash. */
  publicUrl(): string;
}
