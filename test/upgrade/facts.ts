/** What a dump has, as its team knows it. The test of upgrades looks each up over HTTP. */
export interface Facts {
  /** The time of the dump, as PostgreSQL writes it. */
  dumpedAt: string;
  /** The primary key of the team, and a key that may only read messages. */
  keys: { primary: string; reader: string };
  contact: { id: string; name: string; phone: string };
  /** A thread with an outbound and an inbound text. */
  thread: { id: string; texts: string[] };
  /** A phone that has opted out. */
  optedOut: string;
  /** A pending passcode. */
  passcode: { recipient_id: string; otp: string };
  endpoint: { id: string; secret: string; deliveries: string[] };
  /** Writes that were answered, each with its answer. */
  once: { operation: Write; key: string; body: object; answer: string }[];
  /** The ids of events, and of audit events. */
  events: string[];
  auditEvents: string[];
  threadCount: number;
  /** The secret that signs the replies of the team. */
  replySecret: string;
}

export type Write = "sendText" | "createContact" | "createBusinessNumber";
