import { type RouteId, routes } from "../../generated/operations.ts";
import { describe } from "../contract/schemas.ts";
import type { FileOperation } from "../operations/handlers.ts";
import type { HttpLimits } from "../shares/limits.ts";
import { Places } from "../shares/places.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { type AdmitOptions, admit } from "./admit.ts";
import { parseBody, readBody } from "./body.ts";
import { checkAnswer } from "./check-answer.ts";
import { trustProxies } from "./client-address.ts";
import type { HttpMiddleware } from "./context.ts";
import { dispatch } from "./dispatch.ts";
import { errorResponse } from "./error-response.ts";
import { findKey } from "./find-key.ts";
import { foldComparisons } from "./fold-comparisons.ts";
import { limitInFlight } from "./limit-in-flight.ts";
import { matchOperation } from "./match-operation.ts";
import { dispatchMcp, guardMcp, type McpOptions } from "./mcp.ts";
import { type CountRequest, measure } from "./measure.ts";
import { parseFields } from "./parse-fields.ts";
import { checkAccount, readAccount } from "./read-account.ts";
import { parseDoorBody, readDoorKey } from "./read-door-key.ts";
import { readQuery } from "./read-query.ts";
import { requestLog } from "./request-log.ts";
import { revalidate } from "./revalidate.ts";
import { docsPolicy, filePolicy, pageHeaders, pagePolicy, securityHeaders } from "./security-headers.ts";
import { type FileOptions, sendFile } from "./send-file.ts";
import { type StreamOptions, streamEvents } from "./stream-events.ts";
import { trace } from "./trace.ts";
import { UnfinishedBodies } from "./unfinished-bodies.ts";
import { type HookOptions, readHook, verifyHook } from "./verify-hook.ts";
import { readSignature, type SignatureOptions, verifySignature } from "./verify-signature.ts";
import { type WaitOptions, waitForTexts } from "./wait-for-texts.ts";

export interface PipelineOptions
  extends AdmitOptions,
    SignatureOptions,
    HookOptions,
    McpOptions,
    StreamOptions,
    WaitOptions {
  limits: HttpLimits;
  checkAnswers: boolean;
  /** The CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  countRequest: CountRequest;
  tracing: Tracing | undefined;
}

/** The inbox, the phone and the files that they load. */
const pageRoutes = new Set<RouteId>(["getInbox", "getPhone", "getPageScript", "getPageStyle", "getPageIcon"]);

const isFile = (id: RouteId): id is FileOperation => id === "getMedia" || id === "getLinkedMedia";

/** The middleware of every request, in order. Nothing else adds middleware. */
export function pipeline(given: PipelineOptions): HttpMiddleware[] {
  const options = { ...given, downloads: new Places(given.limits.maxDownloads) };
  const admission = createAdmissionSteps(options);
  return [
    securityHeaders(),
    measure(options.countRequest),
    ...(options.tracing ? [trace(options.tracing)] : []),
    requestLog(options.log, trustProxies(options.trustedProxies)),
    ...(options.checkAnswers ? [checkAnswer()] : []),
    errorResponse(options.log),
    matchOperation((id) => [
      ...(routes[id].contentType === "text/html" ? [pageHeaders()] : []),
      ...(pageRoutes.has(id) ? [pagePolicy()] : []),
      ...(id === "getDocs" ? [docsPolicy()] : []),
      ...(isFile(id) ? [filePolicy()] : []),
      ...("304" in describe(id).responses! ? [revalidate()] : []),
      ...(id === "callMcp" ? [guardMcp(options)] : []),
      readQuery(id),
      ...admission[routes[id].auth](id),
      dispatchTo(id, options),
    ]),
  ];
}

function dispatchTo(id: RouteId, options: PipelineOptions & FileOptions): HttpMiddleware {
  if (id === "callMcp") return dispatchMcp(options);
  if (id === "listSimulatedTexts") return waitForTexts(options);
  if (isFile(id)) return sendFile(id, options);
  return id === "streamEvents" ? streamEvents(options) : dispatch(id, options);
}

/** The operations without authentication that ask the database. */
const limited: readonly RouteId[] = ["getReadiness", "getMetrics", "getLinkedMedia", "getTextbeltStatus"];

type AdmissionSteps = { [Auth in (typeof routes)[RouteId]["auth"]]: (id: RouteId) => HttpMiddleware[] };

/**
 * The steps before an operation, by the authentication that the operation requires. A request takes a slot once no more
 * data is needed from its caller, because a caller could hold the slot.
 */
function createAdmissionSteps(options: PipelineOptions): AdmissionSteps {
  const { maxInFlight, maxCallbacks, maxWaitingCallbacks, callbackPatience, maxProbes, maxUploads, ...limits } =
    options.limits;
  const keylessBodies = new UnfinishedBodies(limits.keylessBodies);
  const keyedBodies = new UnfinishedBodies(limits.keyedBodies);
  const requestSlots = limitInFlight({ slots: maxInFlight });
  const uploadSlots = limitInFlight({ slots: maxUploads });
  const callbackBodies = new UnfinishedBodies(limits.callbackBodies);
  const line = { places: maxWaitingCallbacks, patience: callbackPatience };
  const callbackSlots = limitInFlight({ slots: maxCallbacks, line });
  const callbackSteps = [
    readSignature(options),
    readBody(callbackBodies, limits.callbackBodyMilliseconds),
    verifySignature(options),
    callbackSlots,
    parseBody(),
  ];
  return {
    apiKey: (id) => [
      findKey(keylessBodies),
      admit(options, limits.keyCheckBytes),
      readBody(keyedBodies),
      // A file stays as it is.
      ...(id === "uploadMedia" ? [uploadSlots] : [requestSlots, parseBody()]),
    ],
    account: (id) => [
      readAccount(),
      admit(options, limits.keyCheckBytes),
      checkAccount(),
      ...(routes[id].method === "GET" ? [foldComparisons()] : []),
      readBody(keyedBodies),
      requestSlots,
      parseFields(id),
    ],
    doorKey: (id) => [
      readDoorKey(id, keylessBodies),
      admit(options, limits.keyCheckBytes),
      readBody(keyedBodies),
      requestSlots,
      parseDoorBody(id),
    ],
    hook: () => [
      readHook(),
      readBody(callbackBodies, limits.callbackBodyMilliseconds),
      callbackSlots,
      verifyHook(options),
      admit(options, limits.keyCheckBytes),
      parseBody(),
    ],
    signature: () => callbackSteps,
    carrier: () => callbackSteps,
    // The other operations without authentication answer from memory.
    none: (id) => (limited.includes(id) ? [limitInFlight({ slots: maxProbes })] : []),
  };
}
