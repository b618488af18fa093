import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { hostOf, markDue } from "./targets.ts";

/** What a door posts to the address of an app, in our own words. The door translates it at each attempt. */
export type DoorPost = StatusPost | InboundPost;

/** A new status of an outbound text. */
export interface StatusPost {
  type: "status";
  messageId: string;
  testMode: boolean;
  /** Null if the text was canceled before a number was chosen. */
  from: string | null;
  to: string;
  status: string;
  errorCode: string | null;
}

/** An inbound text. It is kept as long as the delivery, and nothing else of a delivery has the words of a text. */
export interface InboundPost {
  type: "inbound";
  messageId: string;
  threadId: string;
  testMode: boolean;
  from: string;
  to: string;
  text: string;
  segments: number;
  media: { id: string; contentType: string | null }[];
  /** The consent that the text expresses. */
  consent: "opted_out" | "opted_in" | null;
}

/** A post to queue. */
export interface NewDoorPost {
  teamId: string;
  url: string;
  post: DoorPost;
}

/** The name of the target of posts to a host. A host contains no space, so that it is no target of replies. */
const targetOf = (url: string) => `door ${hostOf(url)}`;

/** A text with files is posted after this time, because a receiver reads them at once, and they have yet to be fetched. */
const fetchMicroseconds = 3_000_000;

const hasFiles = (post: DoorPost) => post.type === "inbound" && post.media.length > 0;

/**
 * Queues posts in the caller's transaction, in their order. Without posts, there is no statement. The caller has locked
 * what each is about, so that the posts about it are due in the order of its changes. Events are recorded after them,
 * because every transaction locks targets before feeds.
 */
export async function queueDoorPosts(tx: EntityManager, posts: NewDoorPost[]): Promise<void> {
  if (posts.length === 0) return;
  const now = await readClock(tx);
  const deliveries = posts.map(({ teamId, url, post }, index) => ({
    teamId,
    url,
    id: newId(),
    subjectId: post.messageId,
    target: targetOf(url),
    payload: JSON.stringify(post),
    createdAt: now,
    dueAt: plusMicroseconds(now, index + (hasFiles(post) ? fetchMicroseconds : 0)),
  }));
  const given = rows("a", deliveries, {
    teamId: "uuid",
    id: "uuid",
    subjectId: "uuid",
    target: "text",
    url: "text",
    payload: "text",
    createdAt: "timestamptz",
    dueAt: "timestamptz",
  });
  await sql`
    insert into webhook_delivery (team_id, id, subject_id, is_door, target, url, payload, status, attempt_count,
      next_attempt_at, created_at, updated_at)
    select team_id, id, subject_id, true, target, url, payload, 'pending', 0, due_at, created_at, created_at
    from ${given}
  `.execute(withoutResult(tx));
  await markDue(
    tx,
    deliveries.map(({ teamId, target: name, dueAt }) => ({ teamId, name, isDoor: true, dueAt })),
  );
}
