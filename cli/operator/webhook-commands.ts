import type { Command } from "commander";
import type { WebhookDeliveryStatus } from "../../server/db/schema/entities/webhook-delivery.ts";
import type { WebhookEndpoint } from "../../server/db/schema/entities/webhook-endpoint.ts";
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
  // The commands of the operations have added the group.
  const webhooks = program.commands.find((each) => each.name() === "webhooks")!;
  const addCommand = (name: string, description: string) =>
    webhooks.command(name).description(description).requiredOption("--team <name>", "The team");

  addCommand("list", "List deliveries")
    .addOption(choiceOption("--status <status>", "Only deliveries with this status", statuses))
    .addOption(limitOption())
    .action((filter: ListOptions, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listDeliveries, listDisabledEndpoints, present, describeDisabled } = await importDeliveries();
        for (const endpoint of await listDisabledEndpoints(em, team.id)) io.stderr.write(describeDisabled(endpoint));
        return (await listDeliveries(em, team, filter)).map(present);
      }),
    );

  addCommand("show <id>", "Show one delivery with all its attempts").action((id: string, _, command: Command) =>
    operateTeam(io, command.optsWithGlobals(), async (em, team) => {
      const { getDelivery, present } = await importDeliveries();
      const delivery = await getDelivery(em, team, id);
      const attempts = delivery.attempts.map(({ status, error, answer, ...attempt }) => ({
        ...attempt,
        status: status ?? null,
        error: error ?? null,
        answer: answer ?? null,
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
  const { hostOf } = await import("../../server/webhooks/queue/targets.ts");
  /** Shows only the host of the address, because the rest may contain credentials. */
  const present = ({
    url,
    messageId,
    subjectId,
    eventId,
    endpointId,
    nextAttemptAt,
    ...delivery
  }: DeliverySummary) => ({
    id: delivery.id,
    createdAt: delivery.createdAt,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: nextAttemptAt ?? null,
    host: hostOf(url),
    messageId: messageId ?? subjectId ?? null,
    eventId: eventId ?? null,
    endpointId: endpointId ?? null,
  });
  const describeDisabled = ({ id, url, disabledAt, failingSince }: WebhookEndpoint) => {
    const reason = failingSince ? `, after nothing but failures since ${failingSince}` : "";
    const toDo = `messaging webhooks endpoints update ${id} --enabled true`;
    return `The endpoint ${id} at ${hostOf(url)} is disabled since ${disabledAt}${reason}. To enable it: ${toDo}\n`;
  };
  const { listDisabledEndpoints } = await import("../../server/webhooks/endpoints/find-endpoints.ts");
  return { ...(await import("../../server/webhooks/deliveries.ts")), listDisabledEndpoints, present, describeDisabled };
}
