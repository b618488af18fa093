import { newId } from "../db/columns.ts";
import type { NewJob } from "../queue/enqueue.ts";
import type { JobData } from "../queue/queues.ts";

/** The next attempt of a delivery. */
export interface NextAttempt {
  teamId: string;
  /** The delivery's id. */
  id: string;
  url: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  delaySeconds?: number;
}

/** The job of an attempt. The jobs for one team and host are a group, so that a slow host delays only its own jobs. */
export function deliveryJob({ teamId, id, url, attempt, ...delay }: NextAttempt): NewJob<JobData["webhooks.deliver"]> {
  return { id: newId(), data: { teamId, deliveryId: id, attempt }, group: `${teamId} ${hostOf(url)}`, ...delay };
}

/** The only part of a URL that may be logged, because the rest may contain credentials. */
export const hostOf = (url: string): string => new URL(url).host;
