import type { RequestListener } from "node:http";
import Koa from "koa";
import compose from "koa-compose";
import type { RequestState } from "./context.ts";
import { type PipelineOptions, pipeline } from "./pipeline.ts";

/**
 * Runs the pipeline for every request. Koa's own listener (`app.callback()`) would also write the response, which
 * `writeAnswer` does here, and watch every socket for its end. Without it an empty request takes a tenth less.
 */
export function createListener(options: PipelineOptions): RequestListener {
  const koa = new Koa();
  koa.on("error", (error) => options.log.error({ err: error }, "response not written"));
  const run = compose(pipeline(options));
  return (req, res) => {
    const ctx = koa.createContext<RequestState>(req, res);
    run(ctx).catch((error) => ctx.onerror(error));
  };
}
