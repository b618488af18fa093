import type { Command } from "commander";
import type { WebhookDeliveryStatus } from "../../server/db/schema/entities/webhook-delivery.ts";
import type { DeliverySummary } from "../../server/webhooks/deliveries.ts";
import type { Io } from "../io.ts";
import { operateTeam } from "./operate.ts";
import { choiceOption, limitOption } from "./options.ts";

interface ListOptions {
  status?: WebhookDeliveryStatus;
  limit: number;
}

const statuses: Record<WebhookDeliveryStatus, true> = { pending: true, delivered: true, failed: true };

/** `messaging webhooks …` */
export function addWebhookCommands(program: Command, io: Io): void {
  const webhooks = program
    .command("webhooks")
    .description("Show and retry the deliveries of replies to a team's webhooks");
  const addCommand = (name: string, description: string) =>
    webhooks.command(name).description(description).requiredOption("--team <name>", "The team");

  addCommand("list", "List deliveries")
    .addOption(choiceOption("--status <status>", "Only deliveries with this status", statuses))
    .addOption(limitOption())
    .action((filter: ListOptions, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listDeliveries, present } = await importDeliveries();
        return (await listDeliveries(em, team, filter)).map(present);
      }),
    );

  addCommand("show <id>", "Show one delivery with all its attempts").action((id: string, _, command: Command) =>
    operateTeam(io, command.optsWithGlobals(), async (em, team) => {
      const { getDelivery, present } = await importDeliveries();
      const delivery = await getDelivery(em, team, id);
      const attempts = delivery.attempts.map(({ status, error, answer, ...attempt }) => ({
        ...{ ...attempt, status: status ?? null, error: error ?? null, answer: answer ?? null },
      }));
      return { ...present(delivery), attempts };
    }),
  );

  addCommand("retry <ids...>", "Post deliveries again now, whatever their status").action(
    (ids: string[], _, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { getDelivery, present, retryDeliveries } = await importDeliveries();
        await retryDeliveries(em, team, ids);
        return Promise.all(ids.map(async (id) => present(await getDelivery(em.fork(), team, id))));
      }),
  );
}

/** Loads the server's functions on first use, so that the help need not load them. */
async function importDeliveries() {
  const { hostOf } = await import("../../server/webhooks/reply-delivery.ts");
  /** Shows only the host of the address, because the rest may contain credentials. */
  const present = ({ id, createdAt, status, attemptCount, nextAttemptAt, messageId, url }: DeliverySummary) => ({
    ...{ id, createdAt, status, attemptCount, nextAttemptAt: nextAttemptAt ?? null, host: hostOf(url), messageId },
  });
  return { ...(await import("../../server/webhooks/deliveries.ts")), present };
}
