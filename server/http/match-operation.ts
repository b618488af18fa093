import Router, { type Layer } from "@koa/router";
import compose from "koa-compose";
import { type RouteId, routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import type { HttpContext, HttpMiddleware, RequestState } from "./context.ts";

/** Runs an operation's steps, with the values of its path parameters. */
type Run = (ctx: HttpContext, values?: Record<string, string>) => Promise<void>;

/**
 * Finds the operation of the contract that the request is for, and runs the steps of that operation. A path without
 * parameters wins over a pattern that it also fits, whatever the method: `/api/contacts/merge` is no contact's path.
 *
 * @throws not_found, method_not_allowed; validation_error (400) for a target that cannot be read, or no Host
 */
export function matchOperation(stepsOf: (id: RouteId) => HttpMiddleware[]): HttpMiddleware {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  // Most requests are for a path without parameters, which needs no pattern.
  const fixed = new Map<string, Map<string, Run>>();
  for (const id of Object.keys(routes) as RouteId[]) {
    const { method, path } = routes[id];
    const steps = compose(stepsOf(id));
    const run: Run = (ctx, values = {}) => {
      ctx.state.operationId = id;
      ctx.state.path = values;
      checkTarget(ctx);
      return steps(ctx, async () => {});
    };
    if (!path.includes("{")) fixed.set(path, (fixed.get(path) ?? new Map()).set(method, run));
    // `next` is never called: the router would go on with the other routes that match.
    else router.register(path.replaceAll(/\{(\w+)\}/g, ":$1"), [method], (ctx) => run(ctx as HttpContext, ctx.params));
  }
  const route = router.routes();
  return (ctx) => {
    if (!ctx.url.startsWith("/")) ctx.url = relativeTo(ctx.url);
    const methods = fixed.get(ctx.path);
    if (!methods) {
      return route(ctx as Parameters<typeof route>[0], async () => {
        refuse(
          ctx,
          ((ctx.matched ?? []) as Layer[]).flatMap((layer) => layer.methods),
        );
      });
    }
    const run = methods.get(ctx.method === "HEAD" ? "GET" : ctx.method);
    return run ? run(ctx) : refuse(ctx, [...methods.keys()]);
  };
}

function checkTarget(ctx: HttpContext): void {
  // HTTP wants this request refused; Node would do so without a body.
  if (ctx.headers.host === undefined && ctx.req.httpVersion === "1.1") unreadable("The request has no Host header.");
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

function refuse(ctx: HttpContext, methods: string[]): never {
  checkTarget(ctx);
  if (methods.length === 0) fail("not_found");
  if (methods.includes("GET")) methods.push("HEAD");
  ctx.state.headers.push("Allow", [...new Set(methods)].join(", "));
  fail("method_not_allowed");
}
