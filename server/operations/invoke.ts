import { Ajv2020 } from "ajv/dist/2020.js";
import { type AjvCustomizer, type Document, OpenAPIValidator } from "openapi-backend";
import { type OperationId, operations } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { addFormats } from "../contract/formats.ts";
import {
  findExcluded,
  findFaults,
  fingerprint,
  isReadable,
  prepare,
  type RawInput,
  usesKey,
} from "../contract/input.ts";
import { addMaxBytes } from "../contract/max-bytes.ts";
import { inputSchemas } from "../contract/schemas.ts";
import { faultsOf, refusalOf } from "../contract/violations.ts";
import type { TakeTurn } from "../db/commit/team-turns.ts";
import { type EntityManager, ormOf } from "../db/orm.ts";
import { fail } from "../errors.ts";
import { recordWrites } from "./audit/record-writes.ts";
import type { Handlers, OnceAnswer } from "./handlers.ts";
import { checkFieldScopes, checkScopes } from "./key-rights.ts";
import type { Claim } from "./once/claims.ts";
import { writeOnce } from "./once/in-transaction.ts";
import { createIdempotencyKeyWatch, type WatchIdempotencyKey } from "./once/watch-idempotency-keys.ts";
import type { OpenScope, Scope } from "./scope.ts";

/** An authenticated caller: the team that it acts for, what its key may do, and the scope that its operation gets. */
export interface Caller extends Pick<Scope, "teamId" | "apiKeyId" | "rights" | "origin" | "testMode" | "now"> {
  /** @param tx the transaction that the scope is bound to, if any */
  openScope(claim: Claim | undefined, tx?: EntityManager): Scope;
}

export interface Invoked {
  status: number;
  body: unknown;
  /** Whether the answer is a replay of an earlier request's answer. */
  replayed: boolean;
}

export interface Contract {
  /**
   * Runs one operation, for every transport. Checks the scopes of the key first, then validates the input by the
   * contract. The handler runs at most once for an Idempotency-Key.
   *
   * @throws insufficient_scope, and ApiError with the code that the contract gives the first invalid field, or with a code of the operation
   */
  invoke(id: OperationId, input: RawInput, caller: Caller | OpenScope): Promise<Invoked>;
}

/** The ways of authentication that find a team. */
const withTeam = new Set<(typeof operations)[OperationId]["auth"]>(["apiKey", "account", "doorKey", "hook"]);

/** A handler's input, before it gets the operation's type. */
type Validated = { path: object; query: object; body: unknown };

/** The validators of requests. They are compiled once for a process, at the first request of an operation. */
const validator = new OpenAPIValidator({
  definition: contractDocument as unknown as Document,
  lazyCompileValidators: true,
  coerceTypes: true,
  customizeAjv: sharedAjv(),
});

/** @throws ApiError */
function validate(id: OperationId, input: RawInput): Validated {
  if (!isReadable(id, input.body)) {
    throw refusalOf(inputSchemas[id], [
      { location: "body", path: [], message: "must be an object with the fields of this request" },
    ]);
  }
  const request = prepare(id, input);
  const faults = findFaults(id, request);
  // The library's `validateRequest` would first parse the path and the query string, which the transport has done.
  // These validators coerce types and set defaults.
  const errors = validator
    .getRequestValidatorsForOperation(id)
    .flatMap((isValid) => (isValid(request) ? [] : faultsOf(isValid.errors ?? [])));
  const all = [...faults, ...errors, ...findExcluded(id, request)];
  if (all.length > 0) throw refusalOf(inputSchemas[id], all);
  const { path, query, requestBody: body } = request;
  return { path, query, body };
}

/** Joins the contract with the handlers. `takeTurn` limits the writes that hold a connection each. */
export function createContract(handlers: Handlers, takeTurn: TakeTurn): Contract {
  const watchIdempotencyKey = createIdempotencyKeyWatch();
  return {
    async invoke(id, input, caller) {
      if (withTeam.has(operations[id].auth) && !("teamId" in caller)) fail("missing_team_context");
      if ("teamId" in caller) checkScopes(caller.rights, id);
      const validated = validate(id, input);
      if ("teamId" in caller) checkFieldScopes(caller.rights, id, validated.body);
      return run({ handlers, takeTurn, watchIdempotencyKey }, id, input, validated, caller);
    },
  };
}

/** One Ajv for bodies and one for parameters, whose types are coerced. The library would make one per operation. */
function sharedAjv(): AjvCustomizer {
  const made = new Map<boolean, Ajv2020>();
  return (_, options) => {
    const coerces = Boolean(options.coerceTypes);
    if (!made.has(coerces)) {
      // Validating the schemas themselves at every start would compile JSON Schema's meta-schema.
      // `verbose` gives each error its schema, which has the words for it.
      const always = { strict: false, allErrors: true, verbose: true, useDefaults: true, validateSchema: false };
      const ajv = new Ajv2020({ ...options, ...always });
      addFormats(ajv);
      addMaxBytes(ajv);
      made.set(coerces, ajv);
    }
    return made.get(coerces) as unknown as ReturnType<AjvCustomizer>;
  };
}

/** The means by which operations run. */
interface Running {
  handlers: Handlers;
  takeTurn: TakeTurn;
  watchIdempotencyKey: WatchIdempotencyKey;
}

/** Runs the handler of a validated input. If its operation takes an Idempotency-Key, at most once for a key. */
async function run(
  { handlers, takeTurn, watchIdempotencyKey }: Running,
  id: OperationId,
  input: RawInput,
  validated: Validated,
  caller: Caller | OpenScope,
): Promise<Invoked> {
  const { once, status } = operations[id];
  const handler = handlers[id] as (input: Validated, scope: Scope | OpenScope) => Promise<unknown>;
  if (!("teamId" in caller)) return { status, body: await handler(validated, caller), replayed: false };

  const claim = usesKey(id, input) ? claimOf(id, input, caller) : undefined;
  switch (once) {
    case null:
      return { status, body: await handler(validated, caller.openScope(undefined)), replayed: false };
    case "batch":
    case "provider": {
      // The handler claims the key together with the rows that it stores.
      const answer = await watchIdempotencyKey(claim, () => handler(validated, caller.openScope(claim)));
      return { status, ...(answer as OnceAnswer<unknown>) };
    }
    case "transaction": {
      const { teamId } = caller;
      const { em, files } = caller.openScope(claim);
      // Before the transaction, because the store of files may take seconds.
      const given = input.file ? { ...validated, body: await files.receive(teamId, input.file) } : validated;
      const write = async (tx: EntityManager) => {
        const body = await handler(given, caller.openScope(claim, tx));
        await recordWrite(tx, id, validated.path, body, caller);
        return { status, body: JSON.stringify(body ?? null) };
      };
      const answer = await watchIdempotencyKey(claim, () =>
        takeTurn(teamId, (lockTimeout) => writeOnce(ormOf(em), { teamId, claim, lockTimeout }, write)),
      );
      return { status: answer.status, body: JSON.parse(answer.body), replayed: answer.replayed };
    }
  }
}

/** Records a successful write, with the target that the contract names. */
async function recordWrite(
  tx: EntityManager,
  id: OperationId,
  path: object,
  answer: unknown,
  { teamId, apiKeyId, origin, now }: Caller,
): Promise<void> {
  const { target, status: outcome } = operations[id];
  if (target === null) return;
  const names = target.split(".");
  const found = names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], { path, answer });
  await recordWrites(tx, [
    { source: { teamId, apiKeyId, ...origin, now }, operation: id, target: String(found), outcome },
  ]);
}

function claimOf(id: OperationId, input: RawInput, { teamId, apiKeyId, testMode, now }: Caller): Claim {
  return { teamId, apiKeyId, testMode, key: input.idempotencyKey!, fingerprint: fingerprint(id, input), now };
}
