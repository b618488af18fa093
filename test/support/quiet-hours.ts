import type { QuietHours } from "../../server/db/schema/entities/team.ts";
import { setQuietHours } from "../../server/keys/teams.ts";
import type { TestApp } from "./app.ts";
import type { TestTeam } from "./factories.ts";
import { fromNow } from "./times.ts";

/** Sets quiet hours of a team that began an hour ago by the clock of UTC, and end in two hours. Returns them. */
export async function setQuietNow(
  app: TestApp,
  team: TestTeam,
  action: QuietHours["action"] = "wait",
  zones = ["UTC"],
): Promise<QuietHours> {
  const clock = async (hours: number) => (await fromNow(app.em(), hours * 3_600)).slice(11, 16);
  const quietHours = { from: await clock(-1), to: await clock(2), zones, action };
  await setQuietHours(app.em(), team.name, quietHours);
  return quietHours;
}
