import { useEffect, useRef, useState } from "preact/hooks";
import type { MessageMedia } from "../../generated/api.ts";
import type { Api } from "../api.ts";
import { usePage } from "../context.ts";
import { Name } from "../parts.tsx";
import { cleanLine } from "../text.ts";

/** The types of files that are shown, by their content. */
const shown = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** A file of a message: a stored picture, or the type and address of another file. No address of a stranger is loaded. */
export function MediaFile({ id, url, contentType, state }: MessageMedia) {
  if (id !== null && state === "stored" && shown.has(contentType ?? "")) return <Picture id={id} />;
  return (
    <p class="small">
      {cleanLine(contentType ?? "file")}: <Name value={url} />
    </p>
  );
}

/** A picture, which is read from the server with the key once it is in view. */
function Picture({ id }: { id: string }) {
  const { api } = usePage();
  const place = useRef<HTMLParagraphElement>(null);
  const [source, setSource] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    let address: string | undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      readPicture(api, id, unmounted.signal).then(
        (picture) => {
          if (unmounted.signal.aborted) return;
          address = URL.createObjectURL(picture);
          setSource(address);
        },
        () => setFailed(true),
      );
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      unmounted.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [api, id]);
  return (
    <p class="small" ref={place}>
      {source !== undefined && !isFailed ? (
        <img class="picture" src={source} alt="Received with the text" onError={() => setFailed(true)} />
      ) : (
        <span>{isFailed ? "The picture cannot be shown." : "Picture"}</span>
      )}
    </p>
  );
}

async function readPicture(api: Api, id: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await api.GET("/api/media/{id}", { params: { path: { id } }, parseAs: "blob", signal });
  return data!;
}
