import type { EntityManager } from "../../db/orm.ts";
import type { MessageMedia } from "../../db/schema/entities/message.ts";
import { newId } from "../../db/schema/ids.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Route } from "../find-routes.ts";
import { findNumbers } from "../store/find-number.ts";

interface RoutedText {
  teamId: string;
  media?: MessageMedia[];
}

/**
 * The routes of texts, with the code `media_not_supported` instead of each that a text with files cannot take. A number that
 * the route leaves open is the one that a send would find now. If no text has files, there is no statement.
 */
export async function refuseNumbers(
  em: EntityManager,
  texts: RoutedText[],
  routes: (Route | ErrorCode)[],
): Promise<(Route | ErrorCode)[]> {
  const asked = texts.flatMap(({ teamId, media = [] }, index) => {
    const route = routes[index]!;
    if (media.length === 0 || typeof route === "string") return [];
    return { id: newId(), teamId, contactPhone: route.to, numberId: route.from?.id ?? null, index };
  });
  if (asked.length === 0) return routes;
  const numbers = await findNumbers(em, asked);
  const refused = new Set(asked.flatMap(({ id, index }) => (numbers.get(id)?.takesFiles === false ? index : [])));
  return routes.map((route, index) => (refused.has(index) ? "media_not_supported" : route));
}
