import type { operations as Api } from "../../generated/api.ts";
import type { OperationId, operations } from "../../generated/operations.ts";

/** The types of the operations' inputs and answers. Handlers get these types from `generated/api.ts` only through here. */
type Parameters<Id extends OperationId, Place extends "path" | "query"> = Api[Id]["parameters"] extends {
  [place in Place]?: infer Declared;
}
  ? NonNullable<Declared>
  : never;

/** An answer without a body is undefined. */
type Content<Response> = Response extends { content: infer Media } ? Media[keyof Media] : undefined;

type Body<Id extends OperationId> = Api[Id] extends { requestBody: infer Request } ? Content<Request> : undefined;

/** Fields with a default are always present once the contract has validated the input. */
type WithDefaults<Id extends OperationId, Fields> = Fields &
  Required<Pick<Fields, (typeof operations)[Id]["defaults"][number] & keyof Fields>>;

/** A handler's input: the validated parts of a request. */
export interface Input<Id extends OperationId> {
  path: Parameters<Id, "path">;
  query: WithDefaults<Id, Parameters<Id, "query">>;
  body: WithDefaults<Id, Body<Id>>;
}

/** The body of an operation's successful response. */
export type Answer<Id extends OperationId> = Content<
  Api[Id]["responses"][(typeof operations)[Id]["status"] & keyof Api[Id]["responses"]]
>;
