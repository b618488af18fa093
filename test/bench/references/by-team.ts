/** The API of the service on one PostgreSQL, with batches of their own for each team, as on a cluster. */
import type { AddressInfo } from "node:net";
import { type DatabaseAddress, openOrm } from "../../../server/db/orm.ts";
import { createLog } from "../../../server/log.ts";
import { createApp } from "../../../server/process/compose.ts";
import { setCollectorFlags } from "../../../server/process/gc-flags.ts";

export interface ByTeamOptions {
  address: DatabaseAddress;
  secretKey: string;
  secret: string;
  publicUrl: string;
}

const { address, secretKey, secret, publicUrl }: ByTeamOptions = JSON.parse(process.argv[2]!);
setCollectorFlags();
const orm = await openOrm(address);
const { server, drain } = await createApp({
  database: { orm, address, embedded: false, close: () => orm.close() },
  log: createLog("info", { write: () => {} }),
  rateLimit: { burst: 1_000_000_000, perSecond: 1_000_000 },
  secretKey,
  webhookClientSecret: secret,
  publicUrl: () => publicUrl,
  checkAnswers: false,
  batchesByTeam: true,
});
process.once("SIGTERM", async () => {
  await drain();
  await orm.close();
  process.exit(0);
});
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
