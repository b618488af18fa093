import Router, { type Layer } from "@koa/router";
import compose from "koa-compose";
import { type RouteId, routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import type { ComposedMiddleware, HttpAnswer, HttpContext, HttpMiddleware, RequestState } from "./context.ts";
import { leadsToPages } from "./lead-to-page.ts";

/** Runs an operation's steps with the values of its path parameters. */
type Run = (ctx: HttpContext, values?: Record<string, string>) => Promise<HttpAnswer>;

/**
 * Finds the contract operation of the request and runs that operation's steps. A path without parameters takes
 * precedence over a pattern, for every method: `/api/contacts/merge` never means a contact with the id `merge`.
 *
 * @throws not_found, method_not_allowed; validation_error (400) for an invalid target or a missing Host header
 */
export function matchOperation(stepsOf: (id: RouteId) => HttpMiddleware[]): HttpMiddleware {
  // Most requests have a path without parameters. A map finds it faster than a router.
  const fixedPaths = new Map<string, Map<string, Run>>();
  // A router tries all of its routes. With one for each first segment, a text through a door costs 2 µs of CPU less.
  const routers = new Map<string, Router<RequestState>>();
  for (const id of Object.keys(routes) as RouteId[]) {
    const { method, path } = routes[id];
    const steps: ComposedMiddleware = compose(stepsOf(id));
    const run: Run = (ctx, values = {}) => {
      ctx.state.operationId = id;
      ctx.state.path = values;
      checkTarget(ctx);
      return steps(ctx, async () => {});
    };
    if (!path.includes("{")) {
      fixedPaths.set(path, (fixedPaths.get(path) ?? new Map()).set(method, run));
      continue;
    }
    const first = firstSegment(path);
    const router = routers.get(first) ?? new Router<RequestState>({ sensitive: true, strict: true });
    routers.set(first, router);
    // `next` is never called, because the router would then run the other routes that match.
    router[verbOf(method)](path.replaceAll(/\{(\w+)\}/g, ":$1"), (ctx) => run(ctx as HttpContext, ctx.params));
  }
  const routings = new Map([...routers].map(([first, router]) => [first, router.routes()]));
  const leads = leadsToPages();
  return (ctx) => {
    if (!ctx.url.startsWith("/")) ctx.url = relativeTo(ctx.url);
    const methods = fixedPaths.get(ctx.path);
    if (!methods) {
      const led = leads.get(ctx.path)?.(ctx);
      if (led) return Promise.resolve(led);
      const route = routings.get(firstSegment(ctx.path));
      if (!route) return refuse(ctx, []);
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

/** The first part of a path, which no pattern varies. */
const firstSegment = (path: string) => path.split("/", 2)[1]!;

/** The router's function for a method. All of them have one type. */
const verbOf = (method: string) => method.toLowerCase() as "get";

function checkTarget(ctx: HttpContext): void {
  // HTTP/1.1 requires this refusal. Node's own refusal has no body.
  if (ctx.headers.host === undefined && ctx.req.httpVersion === "1.1") failTarget("The request has no Host header.");
  try {
    decodeURIComponent(ctx.path);
  } catch {
    failTarget("The percent-encoding of the path is not valid.");
  }
}

/** Path and query of an absolute target. Node's own parser would print an invalid target, which may contain a key. */
function relativeTo(target: string): string {
  const url = URL.parse(target);
  return url?.pathname.startsWith("/") ? url.pathname + url.search : failTarget("The request target is not a URL.");
}

function failTarget(message: string): never {
  fail("validation_error", { status: 400, message });
}

function refuse(ctx: HttpContext, methods: string[]): never {
  checkTarget(ctx);
  if (methods.length === 0) fail("not_found");
  if (methods.includes("GET")) methods.push("HEAD");
  ctx.state.headers.push("Allow", [...new Set(methods)].join(", "));
  fail("method_not_allowed");
}
