/**
 * The ledger of events: what was published, against what became of it and what arrived.
 */
import type { EventRecord } from "../../generated/api.ts";
import type { EntityManager } from "../../server/db/orm.ts";

/** A published event, as it is stored. */
export interface Published {
  id: string;
  team_id: string;
  type: string;
  test_mode: boolean;
  data: Record<string, unknown>;
}

/** All events of all teams, in the order of each team's `sequence`. */
export async function readEvents(em: EntityManager): Promise<Published[]> {
  const rows = await em.execute<(Omit<Published, "data"> & { data: string })[]>(
    "select id, team_id, type, test_mode, data from event order by team_id, sequence",
  );
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
}

/** An endpoint's deliveries by status, and the events up to its position that pass its filters. */
export interface EndpointCounts {
  endpoint_id: string;
  published: number;
  delivered: number;
  failed: number;
  open: number;
  /** The events with more than one delivery. */
  repeated: number;
}

/** Counts in one statement, so that the numbers belong to one moment. */
export const readEndpoints = (em: EntityManager): Promise<EndpointCounts[]> =>
  em.execute<EndpointCounts[]>(
    `select e.id as endpoint_id,
       (select count(*)::int from event v where v.team_id = e.team_id and v.sequence <= e.position
          and (e.types = '{}' or v.type = any (e.types))
          and (e.test_mode is null or v.test_mode = e.test_mode)) as published,
       count(*) filter (where d.status = 'delivered')::int as delivered,
       count(*) filter (where d.status = 'failed')::int as failed,
       count(*) filter (where d.status = 'pending')::int as open,
       (count(d.event_id) - count(distinct d.event_id))::int as repeated
     from webhook_endpoint e left join webhook_delivery d on d.team_id = e.team_id and d.endpoint_id = e.id
     group by e.team_id, e.id order by e.id`,
  );

/** Finds endpoints of which published = delivered + failed + open is not true, or with two deliveries of an event. */
export const findUnbalanced = (counts: EndpointCounts[]): string[] =>
  counts
    .filter(
      ({ published, delivered, failed, open, repeated }) => published !== delivered + failed + open || repeated > 0,
    )
    .map((each) => JSON.stringify(each));

/** Compares posts with the published events: all of them, nothing else, and each thread in its order at first. */
export function compareThreads(name: string, published: Published[], arrived: EventRecord[]): string[] {
  const order = new Map(published.map(({ id }, index) => [id, index]));
  const firsts = firstArrivals(arrived);
  const isInOrder = (events: EventRecord[]) =>
    events.every(({ id }, index) => index === 0 || order.get(id)! > order.get(events[index - 1]!.id)!);
  const threads = Map.groupBy(firsts, ({ data }) => data.threadId ?? data.contactId ?? "");
  const disordered = [...threads.values()].filter((events) => !isInOrder(events)).length;
  return [
    ...compareSets(name, order, firsts),
    ...(disordered > 0 ? [`${name}: ${disordered} threads out of order`] : []),
  ];
}

/** Compares a stream with the published events: each of them once, in their order, and nothing else. */
export function compareOrdered(name: string, published: Published[], arrived: EventRecord[]): string[] {
  const order = new Map(published.map(({ id }, index) => [id, index]));
  const isSame = arrived.length === published.length && arrived.every(({ id }, index) => order.get(id) === index);
  return isSame
    ? []
    : [...compareSets(name, order, firstArrivals(arrived)), `${name}: not each event once, in the order of sequence`];
}

/** The events in the order in which each arrived for the first time. */
function firstArrivals(arrived: EventRecord[]): EventRecord[] {
  const seen = new Set<string>();
  return arrived.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function compareSets(name: string, published: Map<string, number>, arrived: EventRecord[]): string[] {
  const seen = new Set(arrived.map(({ id }) => id));
  const missing = [...published.keys()].filter((id) => !seen.has(id)).length;
  const invented = [...seen].filter((id) => !published.has(id)).length;
  return missing + invented === 0 ? [] : [`${name}: ${missing} events missing, ${invented} that it should not get`];
}
