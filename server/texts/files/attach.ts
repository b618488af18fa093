import { inputSchemas } from "../../contract/schemas.ts";
import type { MessageMedia } from "../../db/schema/entities/message.ts";
import { ApiError, failFields } from "../../errors.ts";
import type { FileMeans, Scope } from "../../operations/scope.ts";
import type { Provider } from "../../provider/provider.ts";
import { findFiles, type UsableFile } from "./use-files.ts";

/** The files that a text asks for. */
export interface AskedFiles {
  mediaUrls: string[];
  mediaIds: string[];
}

/** The files of a text, and why they are refused. */
interface Attached {
  media: MessageMedia[];
  refusal: ApiError | undefined;
}

/** The contract's limit for each of the two lists, which is also that of both together. */
const maxFiles = inputSchemas.sendMessage.body!.properties!.mediaIds!.maxItems!;

/**
 * Finds the files that a text asks for. A text without files costs no statement.
 *
 * @throws validation_error for too many files
 */
export async function attachFiles(
  scope: Pick<Scope, "em" | "teamId" | "provider" | "files">,
  { mediaUrls, mediaIds }: AskedFiles,
): Promise<Attached> {
  if (mediaUrls.length + mediaIds.length === 0) return { media: [], refusal: undefined };
  const { em, teamId, provider, files } = scope;
  if (mediaUrls.length + mediaIds.length > maxFiles)
    failFields(["mediaIds"], `must have, with mediaUrls, at most ${maxFiles} items`);
  const ids = mediaIds.map((id) => id.toLowerCase());
  const found = await findFiles(
    em,
    [...new Set(ids)].map((id) => ({ teamId, id })),
  );
  const refusals = ids.map((id) => errorOf(found.get(id)));
  const media = [...mediaUrls.map((url) => ({ url, contentType: null })), ...ids.map((id) => shownFile(id, found))];
  return { media, refusal: refusals.find((error) => error) ?? carrierRefusal(media, provider, files) };
}

const errorOf = (file: UsableFile | undefined): ApiError | undefined =>
  file?.state === "stored" ? undefined : new ApiError(file ? "media_not_stored" : "media_not_found");

const shownFile = (id: string, found: Map<string, UsableFile>): MessageMedia => ({
  url: `/api/media/${id}`,
  contentType: null,
  ...found.get(id),
  id,
});

/** Why a carrier does not take the files of a text. */
export function carrierRefusal(
  media: MessageMedia[],
  { supportsMedia, isSimulated }: Pick<Provider, "supportsMedia" | "isSimulated">,
  { hasPublicLinks }: Pick<FileMeans, "hasPublicLinks">,
): ApiError | undefined {
  if (media.length === 0) return undefined;
  if (!supportsMedia) return new ApiError("media_not_supported");
  if (isSimulated || hasPublicLinks || idsOf(media).length === 0) return undefined;
  return new ApiError("media_not_supported", {
    message: "The carrier cannot fetch stored files, because this server has no public BASE_URL. Use mediaUrls.",
  });
}

/** The ids of the stored files among those of a text. */
export const idsOf = (media: MessageMedia[]): string[] => media.flatMap(({ id }) => id ?? []);

/** How long the carrier can fetch a stored file. */
export const linkSeconds = 24 * 3_600;

/** The addresses from which the carrier fetches the files of a text that is handed over now. */
export const addressesOf = (
  media: MessageMedia[],
  teamId: string,
  { files, now }: { files: Pick<FileMeans, "link">; now: string },
): string[] => media.map(({ url, id }) => (id === undefined ? url : files.link({ teamId, id }, now, linkSeconds).url));
