import { Ajv2020 } from "ajv/dist/2020.js";
import { type AjvCustomizer, type Context, type Document, OpenAPIBackend, type Request } from "openapi-backend";
import { type OperationId, operations } from "../../generated/operations.ts";
import { ApiError } from "../errors.ts";
import type { Handlers } from "../handlers.ts";
import { sharedWrites, writeOnce } from "../idempotency/write-once.ts";
import type { OpenScope, Scope } from "../scope.ts";
import { contractDocument } from "./document.ts";
import { addFormats } from "./formats.ts";
import { declaredQuery, fillPath, findFaults, fingerprint, isReadable, prepareBody, type RawInput } from "./input.ts";
import { inputSchemas } from "./schemas.ts";
import { type Fault, faultsOf, refusalOf } from "./violations.ts";

/** Who asks: an admitted request, of which `invoke` makes the scope of the operation. */
export type Caller = Omit<Scope, "claim" | "reply"> & { apiKeyId: string };

export interface Invoked {
  status: number;
  body: unknown;
  /** Whether the answer is the kept one of an earlier request. */
  replayed: boolean;
}

export interface Contract {
  /**
   * Runs one operation, whoever asks and over whatever transport: validates the input by the contract, then its
   * handler, at most once for an Idempotency-Key.
   *
   * @throws ApiError with the code that the contract gives the first broken field, or the operation's own
   */
  invoke(id: OperationId, input: RawInput, caller: Caller | OpenScope): Promise<Invoked>;
}

interface Invocation {
  input: RawInput;
  caller: Caller | OpenScope;
  /** What is wrong with the input that the validator cannot see. */
  faults: Fault[];
}

/** Joins the contract with the handlers. */
export async function createContract(handlers: Handlers): Promise<Contract> {
  const api = new OpenAPIBackend({
    definition: contractDocument as unknown as Document,
    // The library would check a 3.1 document against the schema of 3.0; `npm run lint:contract` checks it properly.
    quick: true,
    strict: true,
    coerceTypes: true,
    customizeAjv: sharedAjv(),
    handlers: {
      ...Object.fromEntries(
        Object.keys(operations).map((id) => [
          id,
          (context: Context, invocation: Invocation) => run(handlers, id as OperationId, context, invocation),
        ]),
      ),
      validationFail: ({ operation, validation }: Context, { faults }: Invocation) => {
        const input = inputSchemas[operation.operationId as OperationId];
        throw refusalOf(input, [...faults, ...faultsOf(validation.errors ?? [])]);
      },
      unauthorizedHandler: () => {
        throw new ApiError("missing_team_context");
      },
    },
    // Keys and signatures were checked before.
    securityHandlers: {
      ...Object.fromEntries(
        ["ApiKeyHeader", "ApiKeyBearer", "ApiKeyQuery"].map((scheme) => [
          scheme,
          (_: Context, { caller }: Invocation) => "teamId" in caller,
        ]),
      ),
      ProviderSignature: () => true,
    },
  });
  await api.init();

  // The caller knows the operation; the library would search its list of all of them, twice for each request.
  const byId = new Map(api.getOperations().map((operation) => [operation.operationId, operation]));
  api.router.matchOperation = (request: Request) =>
    byId.get((request as Request & { operationId: string }).operationId)!;
  api.router.getOperation = (id) => byId.get(id);

  return {
    async invoke(id, input, caller) {
      if (!isReadable(id, input.body)) {
        throw refusalOf(inputSchemas[id], [
          { place: "body", path: [], message: "must be an object of this request's fields" },
        ]);
      }
      const body = prepareBody(id, input.body);
      const request = {
        operationId: id,
        method: operations[id].method,
        path: fillPath(id, input.path),
        query: declaredQuery(id, input.query),
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(usesKey(id, input) && { "idempotency-key": input.idempotencyKey }),
        },
        body,
      };
      const invocation: Invocation = { input, caller, faults: findFaults(id, input) };
      return api.handleRequest(request as Request, invocation);
    },
  };
}

/** One Ajv for bodies and one for parameters, which are coerced; the library would make one for each operation. */
function sharedAjv(): AjvCustomizer {
  const made = new Map<boolean, Ajv2020>();
  return (_, options) => {
    const coerces = Boolean(options.coerceTypes);
    if (!made.has(coerces)) {
      const ajv = new Ajv2020({ ...options, strict: false, allErrors: true, useDefaults: true });
      addFormats(ajv);
      made.set(coerces, ajv);
    }
    return made.get(coerces) as unknown as ReturnType<AjvCustomizer>;
  };
}

async function run(
  handlers: Handlers,
  id: OperationId,
  { request }: Context,
  { input, caller, faults }: Invocation,
): Promise<Invoked> {
  if (faults.length > 0) throw refusalOf(inputSchemas[id], faults);
  const { auth, idempotent, callsProvider, status } = operations[id];
  const handler = handlers[id] as (input: unknown, scope: unknown) => Promise<unknown>;
  const validated = { path: request.params, query: request.query, body: request.requestBody };
  if (auth !== "apiKey" || !("teamId" in caller)) {
    return { status, body: await handler(validated, caller), replayed: false };
  }

  const { teamId, apiKeyId, testMode, now } = caller;
  const claim = usesKey(id, input)
    ? { teamId, apiKeyId, testMode, key: input.idempotencyKey!, fingerprint: fingerprint(id, input), now }
    : undefined;
  const scope: Scope = { ...caller, claim, reply: { replayed: false } };
  if (!idempotent || callsProvider || sharedWrites.has(id)) {
    const body = await handler(validated, scope);
    return { status, body, replayed: scope.reply.replayed };
  }
  const answer = await writeOnce(caller.em, claim, async (em) => ({
    status,
    body: JSON.stringify(await handler(validated, { ...scope, em })),
  }));
  return { status: answer.status, body: JSON.parse(answer.body), replayed: answer.replayed };
}

const usesKey = (id: OperationId, { idempotencyKey }: RawInput) =>
  operations[id].idempotent && idempotencyKey !== undefined;
