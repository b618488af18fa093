import type { OperationId, operations } from "../generated/operations.ts";
import type { Answer, Input } from "./contract/types.ts";
import type { OpenScope, Scope } from "./scope.ts";

type Operations = typeof operations;

type ScopeOf<Id extends OperationId> = Operations[Id]["auth"] extends "apiKey" ? Scope : OpenScope;

/** Answers one operation. @throws ApiError for every error answer */
export type Handler<Id extends OperationId> = (input: Input<Id>, scope: ScopeOf<Id>) => Promise<Answer<Id>>;

/** The handlers of one area of the contract, by operationId. A missing handler does not compile. */
export type AreaHandlers<Area extends Operations[OperationId]["area"]> = {
  [Id in OperationId as Operations[Id]["area"] extends Area ? Id : never]: Handler<Id>;
};

/** The handlers of all operations. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
