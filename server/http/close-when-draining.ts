import type { HttpMiddleware } from "./context.ts";

/** While the server stops, tells each client that its connection ends with this answer. */
export function closeWhenDraining(isDraining: () => boolean): HttpMiddleware {
  return async (ctx, next) => {
    await next();
    if (isDraining()) ctx.state.headers.push("Connection", "close");
  };
}
