/** The API of the service on one PostgreSQL, with batches of their own for the teams of each part, as for each shard. */
import type { AddressInfo } from "node:net";
import { createGroupCommit } from "../../../server/db/commit/group-commit.ts";
import { type DatabaseAddress, openOrm } from "../../../server/db/orm.ts";
import { createLog } from "../../../server/log.ts";
import { createApp } from "../../../server/process/compose.ts";
import { setCollectorFlags } from "../../../server/process/gc-flags.ts";
import { rateLimit } from "../rate-limit.ts";

export interface ByPartOptions {
  address: DatabaseAddress;
  /** The number of parts that the teams are divided into. */
  parts: number;
  secretKey: string;
  secret: string;
  publicUrl: string;
}

const { address, parts, secretKey, secret, publicUrl }: ByPartOptions = JSON.parse(process.argv[2]!);
setCollectorFlags();
const orm = await openOrm(address);
const commits = Array.from({ length: parts }, () => createGroupCommit(orm));
const partOf = (teamId: string) => (teamId === "" ? 0 : Number.parseInt(teamId.slice(-8), 16) % parts);
const { server, drain } = await createApp({
  database: { orm, address, embedded: false, close: () => orm.close() },
  log: createLog("info", { write: () => {} }),
  rateLimit,
  secretKey,
  webhookClientSecret: secret,
  publicUrl: () => publicUrl,
  checkAnswers: false,
  groupCommit: (work, item, teamId = "") => commits[partOf(teamId)]!(work, item, teamId),
});
process.once("SIGTERM", async () => {
  await drain();
  await orm.close();
  process.exit(0);
});
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
