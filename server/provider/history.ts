/** The texts that a carrier says it has carried, for those whose callbacks did not arrive. */
import type { Inbound, ReportedStatus } from "./callbacks.ts";

/** A text to or from a number of the account. */
export interface ListedText {
  /** The carrier's id. */
  id: string;
  direction: "inbound" | "outbound";
  from: string;
  to: string;
  /** When the carrier got it, in milliseconds since 1970. */
  at: number;
  /** That of an outbound text. */
  status: ReportedStatus;
  /** The carrier's code of a failed delivery. */
  errorCode?: string;
  /** Reads what an inbound text says. Asks the carrier again if its list does not have all. */
  read(): Promise<Inbound>;
}

export interface TextPage {
  texts: ListedText[];
  /** Leads to the next page; undefined at the end. */
  next: string | undefined;
}

export interface TextHistory {
  /** Lists the texts of a day in UTC such as 2026-11-26, newest first, from the first page or a later one on. */
  listDay(day: string, page?: string): Promise<TextPage>;
}
