/** Koa with one middleware that answers immediately. */
import type { AddressInfo } from "node:net";
import Koa from "koa";

const koa = new Koa();
koa.use((ctx) => {
  ctx.body = { hello: "world" };
});
const server = koa.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
