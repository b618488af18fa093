import { type RouteId, routes } from "../../generated/operations.ts";
import type { ApiError } from "../errors.ts";
import { describeSupabaseError } from "./supabase/errors.ts";
import { describeTextbeltError } from "./textbelt/errors.ts";
import { describeError } from "./twilio/errors.ts";

/** A wire of another service over the operations of this one. */
type Door = NonNullable<(typeof routes)[RouteId]["door"]>;

/** How a door answers an error. */
interface DoorErrors {
  /** The beginnings of the paths that belong to the door, also of those that are no routes. */
  prefixes: readonly string[];
  /** The `WWW-Authenticate` of the status 401, if the door has that status. */
  challenge?: string;
  /** Describes an error in the shape of the door. */
  describe(error: ApiError, id: RouteId | undefined): { status: number; body: object };
}

const doors: Record<Door, DoorErrors> = {
  twilio: {
    prefixes: ["/2010-04-01", "/v2"],
    challenge: 'Basic realm="Twilio API"',
    describe(error, id) {
      const body = describeError(error, id);
      return { status: body.status, body };
    },
  },
  textbelt: { prefixes: ["/text", "/status", "/otp"], describe: describeTextbeltError },
  supabase: { prefixes: ["/hooks/supabase"], describe: describeSupabaseError },
};

/** Finds the door of a request by its operation, or by the path of its target if it has matched none. */
export function findDoor(id: RouteId | undefined, path: string): DoorErrors | undefined {
  const door = id && routes[id].door;
  if (id) return door ? doors[door] : undefined;
  const isBelow = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  return Object.values(doors).find(({ prefixes }) => prefixes.some(isBelow));
}
