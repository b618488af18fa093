import { type RouteId, routes } from "../../generated/operations.ts";
import { describe } from "../contract/schemas.ts";
import type { HttpAnswer, HttpContext } from "./context.ts";

/** Answers a request for another address of a page; undefined if the address means nothing to this client. */
type Lead = (ctx: HttpContext) => HttpAnswer | undefined;

/** The other addresses of a page, as the contract has them: those that lead only browsers, and those that lead everyone. */
interface LedFrom {
  browsers: string[];
  everyone: string[];
}

/**
 * The answers to other addresses of pages, by path: a redirect, whose target is relative because a proxy may add a prefix
 * to all paths.
 */
export function leadsToPages(): Map<string, Lead> {
  const leads = (Object.keys(routes) as RouteId[]).flatMap((id) => {
    const { browsers = [], everyone = [] } = (describe(id) as { "x-led-from"?: LedFrom })["x-led-from"] ?? {};
    return [
      ...browsers.map((from) => [from, leadFrom(from, id, isBrowser)] as const),
      ...everyone.map((from) => [from, leadFrom(from, id, () => true)] as const),
    ];
  });
  return new Map(leads);
}

function leadFrom(from: string, id: RouteId, isLed: (ctx: HttpContext) => boolean): Lead {
  const location = "../".repeat(from.split("/").length - 2) + routes[id].path.slice(1);
  return (ctx) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") return undefined;
    ctx.state.headers.push("Vary", "Accept");
    if (!isLed(ctx)) return undefined;
    ctx.state.operationId = id;
    ctx.state.headers.push("Location", location);
    return { status: 303, body: undefined };
  };
}

/** Whether the client prefers a page to JSON. A client that accepts everything is not a browser. */
const isBrowser = (ctx: HttpContext) => ctx.accepts("json", "html") === "html";
