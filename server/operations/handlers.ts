import type { OperationId, operations } from "../../generated/operations.ts";
import type { Answer, Input } from "../contract/types.ts";
import type { OpenedFile, OpenScope, ReceivedFile, Scope } from "./scope.ts";

type Operations = typeof operations;

type ScopeOf<Id extends OperationId> = Operations[Id]["auth"] extends "apiKey" | "account" | "doorKey" | "hook"
  ? Scope
  : OpenScope;

/** The answer of a write that claims its Idempotency-Key itself. */
export interface OnceAnswer<Body> {
  body: Body;
  /** Whether it is the answer of an earlier request with the same key. */
  replayed: boolean;
}

/** What a stream of events begins with. The transport sends the events. */
export interface StreamStart {
  filter: object;
  /** The sequence after which it starts. */
  after: bigint;
}

/** The operations that answer with a file. The transport sends it part by part. */
export type FileOperation = "getMedia" | "getLinkedMedia";

/** The operations whose body is a file. */
export type UploadOperation = "uploadMedia";

/** What a handler gets: the validated input. A file has been received. */
type Given<Id extends OperationId> = Id extends UploadOperation
  ? Omit<Input<Id>, "body"> & { body: ReceivedFile }
  : Input<Id>;

/** What a handler returns: the body of the answer. A write that claims its key itself also says whether it is a replay. */
type Handled<Id extends OperationId> = Operations[Id]["contentType"] extends "text/event-stream"
  ? StreamStart
  : Id extends FileOperation
    ? OpenedFile
    : Operations[Id]["once"] extends "batch" | "provider"
      ? OnceAnswer<Answer<Id>>
      : Answer<Id>;

/** Answers one operation. @throws ApiError for every error answer */
export type Handler<Id extends OperationId> = (input: Given<Id>, scope: ScopeOf<Id>) => Promise<Handled<Id>>;

/** The handlers of one area of the contract, by operationId. A missing handler does not compile. */
export type AreaHandlers<Area extends Operations[OperationId]["area"]> = {
  [Id in OperationId as Operations[Id]["area"] extends Area ? Id : never]: Handler<Id>;
};

/** The handlers of all operations. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
