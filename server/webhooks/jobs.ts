import { newId } from "../db/columns.ts";
import type { NewJob } from "../queue/enqueue.ts";
import type { JobData } from "../queue/queues.ts";

/** The attempt at a delivery that is to be made. */
export interface NextAttempt {
  teamId: string;
  /** The delivery's. */
  id: string;
  url: string;
  /** The first is 1. */
  attempt: number;
  delaySeconds?: number;
}

/** The job of an attempt. Jobs for one team's target are a group, so that a slow target holds up itself alone. */
export function deliveryJob({ teamId, id, url, attempt, ...delay }: NextAttempt): NewJob<JobData["webhooks.deliver"]> {
  return { id: newId(), data: { teamId, deliveryId: id, attempt }, group: `${teamId} ${hostOf(url)}`, ...delay };
}

/** All of an address that may be shown: the rest can carry credentials. */
export const hostOf = (url: string): string => new URL(url).host;
