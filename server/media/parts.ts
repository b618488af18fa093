/** The bytes of files in the database, in parts that are read one by one. */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";

/** The size of all parts of a file but the last. */
const partBytes = 262_144;

interface FileKey {
  teamId: string;
  id: string;
}

/** Inserts the parts of a file in the caller's transaction. */
export async function insertParts(tx: EntityManager, { teamId, id }: FileKey, file: Buffer): Promise<void> {
  const count = Math.ceil(file.length / partBytes);
  await Promise.all(
    Array.from({ length: count }, (_, number) => {
      const part = file.subarray(number * partBytes, (number + 1) * partBytes);
      return sql`
        insert into media_part (team_id, media_id, number, bytes) values (${teamId}::uuid, ${id}::uuid, ${number}::int, ${part})
      `.execute(withoutResult(tx));
    }),
  );
}

/** Reads the parts of a file of that size, without a transaction. @throws Error if the file was deleted meanwhile */
export async function* readParts(
  em: EntityManager,
  { teamId, id, bytes }: FileKey & { bytes: number },
): AsyncGenerator<Uint8Array> {
  for (let number = 0; number * partBytes < bytes; number += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from media_part where team_id = ${teamId}::uuid and media_id = ${id}::uuid and number = ${number}::int
    `.execute(prepared(em));
    const [part] = rows;
    if (!part) throw new Error(`part ${number} of file ${id} is missing`);
    yield part.bytes;
  }
}
