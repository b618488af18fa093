import { useEffect, useState } from "preact/hooks";
import type { MessageMedia } from "../generated/api.ts";
import { usePage } from "./context.ts";
import { Name } from "./parts.tsx";
import { useRead } from "./read.ts";
import { cleanLine } from "./text.ts";
import { useInView } from "./use-in-view.ts";

/** The types of files that are shown, by their content. */
const shown = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * A file of a message: a stored picture if the key may read it, or else the type and address. No address of a stranger is
 * loaded.
 */
export function MediaFile({ id, url, contentType, state }: MessageMedia) {
  const { can } = usePage();
  const isShown = state === "stored" && shown.has(contentType ?? "") && can("messages:read");
  if (id !== null && isShown) return <Picture id={id} />;
  return (
    <p class="small">
      {cleanLine(contentType ?? "file")}: <Name value={url} />
    </p>
  );
}

/** A picture, which is read from the server with the key once it is in view. */
function Picture({ id }: { id: string }) {
  const { api } = usePage();
  const [isSeen, setSeen] = useState(false);
  const [source, setSource] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const place = useInView<HTMLParagraphElement>(() => setSeen(true));
  const { value, failure } = useRead(async () => {
    if (isSeen) return (await api.GET("/api/media/{id}", { params: { path: { id } }, parseAs: "blob" })).data;
  }, String(isSeen));
  useEffect(() => {
    if (!value) return;
    const address = URL.createObjectURL(value);
    setSource(address);
    return () => URL.revokeObjectURL(address);
  }, [value]);
  const isFailed = failure !== undefined || isBroken;
  return (
    <p class="small" ref={place}>
      {source !== undefined && !isFailed ? (
        <img class="picture" src={source} alt="Received with the text" onError={() => setBroken(true)} />
      ) : (
        <span>{isFailed ? "The picture cannot be shown." : "Picture"}</span>
      )}
    </p>
  );
}
