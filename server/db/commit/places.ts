/**
 * Where the rows of teams are, and how work reaches them. Two files have the functions for everybody else: `of-teams.ts` for
 * work on the rows of teams, and `each-place.ts` for what is done once at each place that has some.
 */
import type { CompiledQuery } from "kysely";
import { manyPlaces } from "../cluster/many-places.ts";
import { databaseOf, type EntityManager, type Orm, topologyOf } from "../orm.ts";
import { type BatchConnections, type CreateBatcher, transact } from "../transaction.ts";

/** One PostgreSQL, where all rows are together. */
const onePlace = {
  transact: <T>(orm: Orm, _: string, work: (tx: EntityManager) => Promise<T>, lockTimeout?: number): Promise<T> =>
    transact(orm, work, lockTimeout),
  open: (orm: Orm, _: string): EntityManager => orm.em.fork(),
  run: async <Item extends { teamId: string }, Result>(
    tx: EntityManager,
    items: Item[],
    run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
  ): Promise<Result[]> => [await run(tx, items, false)],
  read: async <Row>(em: EntityManager, text: string, whole: (parts: string[]) => CompiledQuery<Row>): Promise<Row[]> =>
    (await em.getKysely().executeQuery(whole([text]))).rows,
  batch<Item extends { teamId: string }, Out>(
    orm: Orm,
    create: CreateBatcher<Item, Out>,
    connections?: BatchConnections,
  ): (item: Item) => Promise<Out> {
    if (!connections) return create((batch, run) => run(orm.em, batch));
    const { pool } = databaseOf(orm.em);
    const lane = databaseOf(orm.em).on(connections.createLane(pool), connections.lockTimeout);
    return create((batch, run) => transact(orm, (tx) => run(tx, batch), undefined, lane));
  },
  readAnywhere: <T>(orm: Orm, read: (em: EntityManager) => Promise<T>): Promise<T> => read(orm.em),
  withoutTeam: (em: EntityManager): EntityManager => em,
  find: async (orm: Orm): Promise<Orm[]> => [orm],
  usable: (orm: Orm): Orm[] => [orm],
  checkReach: async (_: Orm): Promise<void> => {},
  findOutOfReach: async (_: EntityManager, __: { teamId: string }[]): Promise<Set<string>> => new Set(),
};

export const placesOf = (em: EntityManager): typeof onePlace => (topologyOf(em) === "citus" ? manyPlaces : onePlace);
