import { type DatabaseAddress, type Orm, openOrm } from "./orm.ts";

export interface Database {
  orm: Orm;
  address: DatabaseAddress;
  /** Whether it is the embedded one. */
  embedded: boolean;
  close(): Promise<void>;
}

interface Where {
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Opens the database that is configured: the one of `databaseUrl`, else the embedded one, which starts if it must. */
export async function openDatabase({ databaseUrl, dataDir }: Where): Promise<Database> {
  if (databaseUrl !== undefined) {
    const address = { url: databaseUrl };
    const orm = await openOrm(address);
    return { orm, address, embedded: false, close: () => orm.close() };
  }
  // Its launcher is not worth loading for who has a database.
  const { openEmbedded } = await import("./embedded/embedded.ts");
  const embedded = await openEmbedded(dataDir);
  const orm = await openOrm(embedded);
  return {
    orm,
    address: embedded,
    embedded: true,
    async close() {
      await orm.close();
      await embedded.close();
    },
  };
}
