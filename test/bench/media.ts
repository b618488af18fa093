/** Measures how fast a worker fetches and stores files of inbound texts, in the database. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { insertMedia, withIds } from "../../server/media/insert-media.ts";
import { storeMessages } from "../../server/texts/store/store-messages.ts";
import { type Measure, withCpu } from "./measures.ts";
import type { Setup } from "./setup.ts";
import { emptyTeam } from "./teams.ts";

/** The files of a round, each of its own text, and their size: that of a picture that a carrier has shrunk. */
const files = 500;
const fileBytes = 200 * 1_024;

const pauseMilliseconds = 20;

/** The files that are due at the start of a server, divided by the time until the last one is stored. */
export const fetchFiles: Measure = async (setup) => {
  const picture = Buffer.alloc(fileBytes, 7);
  picture.write("ffd8ffe000104a46494600010100000100010000ffdb", "hex");
  const host = createServer((_, response) => response.end(picture)).listen(0, "127.0.0.1");
  await once(host, "listening");
  const server = await setup.startServer(undefined, { WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" });
  const teamId = await storeTexts(setup, `http://127.0.0.1:${(host.address() as AddressInfo).port}/picture`);
  const began = performance.now();
  const { cpu } = await withCpu(setup, [server], async () => {
    while (await countPending(setup, teamId)) await wait(pauseMilliseconds);
    return { requests: files };
  });
  const seconds = (performance.now() - began) / 1_000;
  await server.stop();
  host.close();
  return { figure: files / seconds, ...cpu };
};

/** Stores texts with a file each, as if a team had received them, and returns the id of the team. */
async function storeTexts(setup: Setup, url: string): Promise<string> {
  const { number } = await setup.addTeam(emptyTeam);
  const [owner] = await setup
    .em()
    .execute<{ id: string; team_id: string }[]>("select id, team_id from business_number where phone_number = ?", [
      number,
    ]);
  const { id: businessNumberId, team_id: teamId } = owner!;
  const now = await readClock(setup.em());
  const messages = Array.from({ length: files }, () => {
    const media = withIds([{ url, contentType: "image/jpeg" }]);
    const text = { body: "Look", segments: 1, encoding: "GSM-7", status: "received", testMode: false } as const;
    return { ...text, id: newId(), teamId, businessNumberId, contactPhone: "+13035550123", media, now };
  });
  await setup.em().transactional(async (tx) => {
    await storeMessages(tx, "inbound", messages);
    await insertMedia(
      tx,
      messages.map(({ id: messageId, media }) => ({ teamId, messageId, media })),
      now,
    );
  });
  return teamId;
}

async function countPending(setup: Setup, teamId: string): Promise<number> {
  const [row] = await setup.em().execute<{ left: number; stored: number }[]>(
    `select count(*) filter (where state = 'pending')::int as left, count(*) filter (where state = 'stored')::int as stored
       from media where team_id = ?`,
    [teamId],
  );
  if (row!.left === 0 && row!.stored !== files) throw new Error(`Only ${row!.stored} files are stored.`);
  return row!.left;
}
