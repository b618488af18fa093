import { type RouteId, routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import type { Log } from "../log.ts";
import { trustProxies } from "./client-address.ts";
import type { HttpAnswer, HttpContext, HttpMiddleware } from "./context.ts";
import { errorResponse } from "./error-response.ts";
import { limitInFlight } from "./limit-in-flight.ts";
import { type CountRequest, measure } from "./measure.ts";
import { requestLog } from "./request-log.ts";
import { securityHeaders } from "./security-headers.ts";

export interface ProbeOptions {
  log: Log;
  countRequest: CountRequest;
  /** The maximum number of requests at a time. */
  maxProbes: number;
  /** @throws server_error (503) if the process cannot work */
  checkReadiness: () => Promise<void>;
  readMetrics: () => Promise<string>;
}

/** The middleware of a process without the API, which answers what monitoring asks for as the API does, and nothing else. */
export function probePipeline({ log, countRequest, maxProbes, ...means }: ProbeOptions): HttpMiddleware[] {
  const answers = answersTo(means);
  return [
    securityHeaders(),
    measure(countRequest),
    requestLog(log, trustProxies([])),
    errorResponse(log),
    limitInFlight({ slots: maxProbes }),
    (ctx) => {
      const [id, answer] = answers.get(ctx.path) ?? fail("not_found");
      ctx.state.operationId = id;
      return ctx.method === "GET" || ctx.method === "HEAD" ? answer() : refuseMethod(ctx);
    },
  ];
}

/** The answers by path, each with its operation of the contract. */
function answersTo({ checkReadiness, readMetrics }: Pick<ProbeOptions, "checkReadiness" | "readMetrics">) {
  const answer = (id: RouteId, body: string): HttpAnswer => {
    const { status, contentType: type } = routes[id];
    return { status, type: `${type}; charset=utf-8`, body };
  };
  const probes: [RouteId, () => Promise<string>][] = [
    ["getHealth", async () => JSON.stringify({ status: "ok" })],
    ["getReadiness", async () => checkReadiness().then(() => JSON.stringify({ status: "ready" }))],
    ["getMetrics", readMetrics],
  ];
  return new Map<string, readonly [RouteId, () => Promise<HttpAnswer>]>(
    probes.map(([id, read]) => [routes[id].path, [id, async () => answer(id, await read())] as const] as const),
  );
}

function refuseMethod(ctx: HttpContext): never {
  ctx.state.headers.push("Allow", "GET, HEAD");
  fail("method_not_allowed");
}
