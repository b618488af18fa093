import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiFailure } from "../api.ts";

/** A page of a list of the API. */
interface ListPage<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** A list that is read page by page, from its newest row on, and changes while it is shown. */
export interface Pages<Row> {
  rows: Row[];
  /** Whether there are older rows; undefined until the first page is there. */
  hasMore: boolean | undefined;
  failure: ApiFailure | undefined;
  readMore(): Promise<void>;
  /** Reads the first page again. */
  refresh(): Promise<void>;
  /** Changes the rows by what an event says. */
  change(of: (rows: Row[]) => Row[]): void;
}

/**
 * Reads the first page when `subject` changes. The first `refresh` comes from the live changes of the page, whose position
 * must be known before a list is read. `merge` joins known rows with newer versions and new ones.
 */
export function usePages<Row extends { id: string }>(
  subject: string,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
  merge: (known: Row[], arrived: Row[]) => Row[],
): Pages<Row> {
  const [rows, setRows] = useState<Row[]>([]);
  const [cursor, setCursor] = useState<string | null>();
  const [failure, setFailure] = useState<ApiFailure>();
  const shown = useRef(new AbortController());
  const isFirst = useRef(true);
  const isReadingMore = useRef(false);
  const newest = useRef(rows);
  newest.current = rows;

  async function readPage(from?: string): Promise<void> {
    const { signal } = shown.current;
    try {
      const { rows: arrived, nextCursor } = await read(from, signal);
      if (signal.aborted) return;
      const known = new Set(newest.current.map(({ id }) => id));
      // After a long time without a connection, the first page may not reach back to the rows that are shown.
      const isAlone = from === undefined && !arrived.some(({ id }) => known.has(id));
      setRows((before) => merge(isAlone ? [] : before, arrived));
      const isEnd = isAlone || from !== undefined;
      setCursor((before) => (isEnd || before === undefined ? nextCursor : before));
      setFailure(undefined);
    } catch (error) {
      if (!signal.aborted) setFailure(error as ApiFailure);
    }
  }

  useEffect(() => {
    const current = new AbortController();
    shown.current = current;
    if (isFirst.current) isFirst.current = false;
    else {
      setRows([]);
      setCursor(undefined);
      void readPage();
    }
    return () => current.abort();
  }, [subject]);

  async function readMore(): Promise<void> {
    if (!cursor || isReadingMore.current) return;
    isReadingMore.current = true;
    await readPage(cursor).finally(() => {
      isReadingMore.current = false;
    });
  }
  const hasMore = cursor === undefined ? undefined : cursor !== null;
  return { rows, hasMore, failure, readMore, refresh: () => readPage(), change: setRows };
}
