import type { RequestListener } from "node:http";
import Koa from "koa";
import compose from "koa-compose";
import type { RequestState } from "./context.ts";
import { type PipelineOptions, pipeline } from "./pipeline.ts";

/**
 * Answers requests by the pipeline. Koa's own listener would wait for an answer to write, which the pipeline does
 * itself, and watch the socket of each for an end that nobody asks for: a tenth of what an empty request takes.
 */
export function createListener(options: PipelineOptions): RequestListener {
  const koa = new Koa();
  koa.on("error", (error) => options.log.error({ err: error }, "no answer"));
  const run = compose(pipeline(options));
  return (req, res) => {
    const ctx = koa.createContext<RequestState>(req, res);
    run(ctx).catch((error) => ctx.onerror(error));
  };
}
