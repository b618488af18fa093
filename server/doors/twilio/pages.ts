import type { TwilioMessagePage } from "../../../generated/api.ts";
import { refuse } from "./errors.ts";
import type { ListPosition } from "./list-messages.ts";

/** The parameters of a request for a page of a list. */
export interface TwilioPageRequest {
  PageSize: number;
  Page: number;
  PageToken?: string | undefined;
}

/** What every list has beside its items. */
type TwilioPage = Omit<TwilioMessagePage, "messages">;

const maxPageSize = 1_000;

/** The number of items of a page. More than Twilio's maximum is the maximum, as at Twilio. */
export const sizeOf = ({ PageSize: size }: TwilioPageRequest): number => Math.min(size, maxPageSize);

/** The parts of the answer with a list: the addresses of its pages, which clients follow as they are. */
export function presentPage(
  path: string,
  filter: Record<string, string | undefined>,
  request: TwilioPageRequest,
  { count, nextToken }: { count: number; nextToken: string | undefined },
): TwilioPage {
  const size = sizeOf(request);
  const { Page: page, PageToken: token } = request;
  const addressOf = (number: number, pageToken: string | undefined) => {
    const given = { ...filter, PageSize: String(size), Page: String(number), PageToken: pageToken };
    const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `${path}?${new URLSearchParams(pairs)}`;
  };
  const start = page * size;
  return {
    uri: addressOf(page, token),
    first_page_uri: addressOf(0, undefined),
    next_page_uri: nextToken === undefined ? null : addressOf(page + 1, nextToken),
    previous_page_uri: null,
    page,
    page_size: size,
    start,
    end: start + Math.max(0, count - 1),
  };
}

/** The token of a position. It has no dot, because Twilio's client for Go cuts dots with digits out of addresses. */
export const tokenOf = ({ part, cursor = "" }: ListPosition): string => part + cursor.replace(".", "~");

/** Where a page begins: the position of its token, or the beginning of the list. @throws TwilioRefusal */
export function positionOf({ Page: page, PageToken: token }: TwilioPageRequest): ListPosition {
  if (token === undefined)
    return page === 0 ? { part: 0, cursor: undefined } : refuse(20001, "Page needs the PageToken of next_page_uri.");
  const [, part, cursor = ""] = /^([0-3])(.*)$/s.exec(token) ?? refuse(20001, "PageToken is not of this list.");
  return { part: Number(part), cursor: cursor === "" ? undefined : cursor.replace("~", ".") };
}
