import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { forEach, startLoad, times } from "../load.ts";
import { signIn } from "../team.ts";

export const c7: Experiment = {
  id: "C7",
  title: "concurrent make-primary, archive, restore, pause and resume on ten numbers over two servers",
  passesWhen: "every read shows exactly one primary number, which is not archived, and every answer is in the contract",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers } = await context.openServerPair();
    const { key } = await signIn(database);
    const clients = servers.map(({ url }) => createClient(url, key));
    const numbers = await Promise.all(
      times(10, async (index) => {
        const body = { name: `number ${index}`, phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
        const { businessNumber } = await clients[index % 2]!.createBusinessNumber({ body });
        return { id: businessNumber.id, body };
      }),
    );
    const history = createHistory();
    const problems: string[] = [];
    let reads = 0;
    const reader = startLoad(context, 2, async (index) => {
      const { businessNumbers } = await clients[index]!.listBusinessNumbers();
      const primary = businessNumbers.filter(({ isPrimary }) => isPrimary);
      if (primary.length !== 1) problems.push(`a read shows ${primary.length} primaries`);
      if (primary.some(({ status }) => status === "archived")) problems.push("a read shows an archived primary");
      reads += 1;
    });

    const rounds = times(context.size(3_000, 200), (index) => index);
    await forEach(context, rounds, 16, async (index) => {
      const server = servers[index % 2]!;
      const { id, body } = context.random.pick(numbers);
      const path = { id };
      const act = context.random.below(10);
      if (act < 5) await history.call(server, key, "makePrimaryBusinessNumber", { path }, "make primary");
      else if (act < 7) await history.call(server, key, "archiveBusinessNumber", { path }, "archive");
      else if (act < 8) await history.call(server, key, "createBusinessNumber", { body }, "restore");
      else {
        const status = context.random.pick(["active", "paused"] as const);
        await history.call(server, key, "updateBusinessNumber", { path, body: { status } }, status);
      }
    });
    await reader.stop();

    const allowed = [
      ...["200", "201", "404 business_number_not_found", "422 invalid_business_number_status"],
      ...["409 cannot_delete_primary_business_number", "409 duplicate_business_number_phone"],
      "409 duplicate_business_number_name",
    ];
    const answers = history.tally();
    const wrong = Object.keys(answers).filter((name) => !allowed.includes(name));
    return {
      n: rounds.length,
      problems: [...new Set(problems), ...wrong.map((name) => `answered ${name}`)],
      details: { reads, servers: 2, answers },
    };
  },
};
