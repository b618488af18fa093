import { type Command, InvalidArgumentError, Option } from "commander";
import { deliveryStatuses, type WebhookDeliveryStatus } from "../server/db/entities/webhook-delivery.ts";
import { getTeam } from "../server/teams/teams.ts";
import { type Delivery, getDelivery, listDeliveries, retryDeliveries } from "../server/webhooks/deliveries.ts";
import { hostOf } from "../server/webhooks/jobs.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import type { Io } from "./output.ts";

interface TeamOptions extends CommonOptions {
  team: string;
}

interface ListOptions extends TeamOptions {
  status?: WebhookDeliveryStatus;
  limit: number;
}

/** `messaging webhooks …` */
export function addWebhookCommands(program: Command, io: Io): void {
  const webhooks = program.command("webhooks").description("Replies on their way to the reply webhooks of a team");

  webhooks
    .command("list")
    .description("list the newest deliveries")
    .requiredOption("--team <name>", "the team")
    .addOption(new Option("--status <status>", "only these").choices(deliveryStatuses))
    .option("--limit <count>", "how many at most", readCount, 50)
    .action(({ team: name, ...options }: ListOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        return (await listDeliveries(em, await getTeam(em, name), options)).map(present);
      }),
    );

  webhooks
    .command("show <id>")
    .description("show one delivery with all its attempts")
    .requiredOption("--team <name>", "the team")
    .action((id: string, options: TeamOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        const delivery = await getDelivery(em, await getTeam(em, options.team), id);
        const attempts = delivery.attempts.map(({ status, error, answer, ...attempt }) => ({
          ...{ ...attempt, status: status ?? null, error: error ?? null, answer: answer ?? null },
        }));
        return { ...present(delivery), attempts };
      }),
    );

  webhooks
    .command("retry <ids...>")
    .description("post deliveries once more, now, whatever became of them")
    .requiredOption("--team <name>", "the team")
    .action((ids: string[], options: TeamOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        // The queue is not worth loading for the other commands.
        const { enqueue } = await import("../server/queue/enqueue.ts");
        const em = orm.em.fork();
        const team = await getTeam(em, options.team);
        await retryDeliveries(em, enqueue, team, ids);
        return Promise.all(ids.map(async (id) => present(await getDelivery(orm.em.fork(), team, id))));
      }),
    );
}

/** Of the address only the host: the rest can carry credentials. */
function present({ id, createdAt, status, attemptCount, nextAttemptAt, messageId, url }: Delivery) {
  const host = hostOf(url);
  return { id, createdAt, status, attemptCount, nextAttemptAt: nextAttemptAt ?? null, host, messageId };
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It is a whole number, 1 or more.");
  return count;
}
