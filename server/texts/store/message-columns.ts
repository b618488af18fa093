/**
 * The columns of `message` that an insert sets. The lists of the insert and the relation of its messages come from them,
 * so a new column of `message` is added here.
 */
import { type RawBuilder, sql } from "kysely";
import { newId } from "../../db/schema/ids.ts";
import { columnName } from "../../db/sql/rows.ts";
import type { Direction, NewMessage } from "./new-messages.ts";

/** A message whose business number the statement may still have to find. */
export type MessageToStore = Omit<NewMessage, "businessNumberId"> & {
  businessNumberId: string | undefined;
  /** Whether the text is stored although its recipient has opted out. */
  ignoresOptOut?: boolean;
  /** The name of the recipient's phone once it is erased; undefined if the team has erased nobody. */
  erasedPhone?: string | undefined;
};

/** The columns of all messages, with their types or values in the relation of messages; see `rows`. */
const common = {
  teamId: "uuid",
  id: "uuid",
  body: "text",
  status: "text",
  testMode: "boolean",
  providerId: "text",
  errorCode: "text",
  simulatedOutcome: "text",
  replyWebhookUrl: "text",
  webhookData: "text",
  segments: "int",
  encoding: "text",
} as const;

const apiKey = { apiKeyId: "uuid" } as const;

const statusCallback = { statusCallback: "text" } as const;

const autoReply = { autoReply: "text" } as const;

const discards = { discards: "boolean" } as const;

const media = { media: ["jsonb", (message: MessageToStore) => JSON.stringify(message.media ?? [])] } as const;

/**
 * The columns by the form of the insert: `plain` for texts that are sent, `full` for a batch of them with something rare,
 * and `inbound` for texts that are received. A column that a form leaves out has its default. Without `media`, a batch
 * takes 5 % less of PostgreSQL's time.
 */
const stored = {
  plain: { ...common, ...apiKey },
  full: { ...common, ...apiKey, ...statusCallback, ...media, ...autoReply, ...discards },
  inbound: { ...common, ...media },
} as const;

export type Form = keyof typeof stored;

export const directionOf = (form: Form): Direction => (form === "inbound" ? "inbound" : "outbound");

/** The columns from which the statement finds the thread of a message, and its time. */
const placing = {
  newThreadId: ["uuid", () => newId()],
  numberId: ["uuid", ({ businessNumberId }: MessageToStore) => businessNumberId],
  contactPhone: "text",
  now: "timestamptz",
} as const;

const rules = { ignoresOptOut: "boolean" } as const;

const erased = { erasedPhone: "text" } as const;

type RelationColumns = typeof stored.full & typeof placing & typeof rules & typeof erased;

/**
 * The columns of the relation of messages. `new_thread_id` is the id of the thread if it is created. `number_id` is null if
 * the business number is not known yet.
 */
export const relationColumns = (form: Form, hasErased = false): RelationColumns =>
  ({
    ...stored[form],
    ...placing,
    ...(form === "full" && rules),
    ...(hasErased && erased),
  }) as RelationColumns;

/** The two lists of the insert: its columns, and their values from messages `q`, threads `o` and times `message_time`. */
export function insertLists(form: Form): { columns: RawBuilder<unknown>; values: RawBuilder<unknown> } {
  const names = Object.keys(stored[form]).map(columnName);
  return {
    columns: sql.raw([...names, "thread_id", "direction", "created_at", "updated_at"].join(", ")),
    values: sql.raw(
      [...names.map((name) => `q.${name}`), "o.id", `'${directionOf(form)}'`, "message_time", "message_time"].join(
        ", ",
      ),
    ),
  };
}
