import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import { findLinked, findStored } from "./find-media.ts";

/** Translates contract ↔ domain for the media area. Contains no rules. */
export const media: AreaHandlers<"media"> = {
  async getMedia({ path }, { em, teamId, files }) {
    return files.open(await findStored(em, teamId, path.id));
  },

  async createMediaLink({ path, body }, { em, teamId, now, files }) {
    const { id } = await findStored(em, teamId, path.id);
    // Links end with a whole second.
    const expiresAt = `${plusMicroseconds(now, body.seconds * 1_000_000).slice(0, 19)}.000000Z`;
    const url = `${files.publicUrl()}/media/${files.links.sign({ teamId, id, expiresAt })}`;
    return { success: true, url, expiresAt };
  },

  async getLinkedMedia({ path }, { files, openEm }) {
    const linked = files.links.read(path.token) ?? fail("not_found");
    const file = await findLinked(openEm(linked.teamId), linked);
    return files.open(file ?? fail("not_found"));
  },
};
