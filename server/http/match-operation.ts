import Router, { type Layer } from "@koa/router";
import compose from "koa-compose";
import { type RouteId, routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import type { HttpContext, HttpMiddleware, RequestState } from "./context.ts";

/**
 * Finds the operation of the contract that the request is for, and goes on with the steps of that one.
 *
 * @throws not_found, method_not_allowed; validation_error (400) for a target that cannot be read, or no Host
 */
export function matchOperation(stepsOf: (id: RouteId) => HttpMiddleware[]): HttpMiddleware {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  // Most requests are for a path without parameters, which needs no patterns.
  const fixed = new Map<string, Map<string, (ctx: HttpContext) => Promise<void>>>();
  // The first match wins, so fixed paths come before those with parameters.
  for (const id of (Object.keys(routes) as RouteId[]).toSorted((a, b) => parametersOf(a) - parametersOf(b))) {
    const { method, path } = routes[id];
    const steps = compose(stepsOf(id));
    const run = (ctx: HttpContext, values: Record<string, string> = {}) => {
      ctx.state.operationId = id;
      ctx.state.path = values;
      return steps(ctx, async () => {});
    };
    if (parametersOf(id) === 0) fixed.set(path, (fixed.get(path) ?? new Map()).set(method, run));
    // `next` is never called: the router would go on with the other routes that match.
    router.register(path.replaceAll(/\{(\w+)\}/g, ":$1"), [method], (ctx) => run(ctx as HttpContext, ctx.params));
  }
  const route = router.routes();
  return (ctx) => {
    checkTarget(ctx);
    const run = fixed.get(ctx.path)?.get(ctx.method);
    return run ? run(ctx) : route(ctx as Parameters<typeof route>[0], async () => refuse(ctx));
  };
}

const parametersOf = (id: RouteId) => routes[id].path.split("{").length - 1;

function checkTarget(ctx: HttpContext): void {
  // HTTP wants this one refused; Node would do so without a body.
  if (ctx.headers.host === undefined && ctx.req.httpVersion === "1.1") unreadable("The request has no Host header.");
  if (!ctx.url.startsWith("/")) ctx.url = relativeTo(ctx.url);
  try {
    decodeURIComponent(ctx.path);
  } catch {
    unreadable("The path is not valid percent-encoding.");
  }
}

/** Path and query of an absolute target. Node's own parser prints a bad one, with the key that may be in it. */
function relativeTo(target: string): string {
  const url = URL.parse(target);
  return url?.pathname.startsWith("/") ? url.pathname + url.search : unreadable("The request target is no URL.");
}

function unreadable(message: string): never {
  fail("validation_error", { status: 400, message });
}

function refuse(ctx: HttpContext): never {
  const methods = ((ctx.matched ?? []) as Layer[]).flatMap((layer) => layer.methods);
  if (methods.length === 0) fail("not_found");
  ctx.state.headers.push("Allow", [...new Set(methods)].join(", "));
  fail("method_not_allowed");
}
