import { fail } from "../errors.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import { findLinked, findStored } from "./find-media.ts";
import { uploadMedia } from "./upload.ts";

/** Translates contract ↔ domain for the media area. Contains no rules. */
export const media: AreaHandlers<"media"> = {
  async uploadMedia({ body: file }, scope) {
    return { success: true, media: await uploadMedia(scope, file) };
  },

  async getMedia({ path }, { em, teamId, files }) {
    return files.open(await findStored(em, teamId, path.id));
  },

  async createMediaLink({ path, body }, { em, teamId, now, files }) {
    const { id } = await findStored(em, teamId, path.id);
    return { success: true, ...files.link({ teamId, id }, now, body.seconds) };
  },

  async getLinkedMedia({ path }, { files, openEm }) {
    const linked = files.links.read(path.token) ?? fail("not_found");
    const file = await findLinked(openEm(linked.teamId), linked);
    return files.open(file ?? fail("not_found"));
  },
};
