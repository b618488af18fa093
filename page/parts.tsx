import type { ApiFailure } from "./api.ts";
import { cleanLine, cleanText } from "./text.ts";
import { showTime } from "./time.ts";

/** A name or a line of a stranger. Its direction does not affect its surroundings. */
export function Name({ value }: { value: string }) {
  return <bdi>{cleanLine(value)}</bdi>;
}

/** The body of a text, with its line breaks. */
export function Body({ value }: { value: string }) {
  return (
    <p class="body" dir="auto">
      {cleanText(value)}
    </p>
  );
}

/** A time of day. The full time, the zone and UTC are in its title. */
export function Time({ value }: { value: string }) {
  const { short, full } = showTime(value);
  return (
    <time dateTime={value} title={full}>
      {short}
    </time>
  );
}

const icons: Record<string, string> = {
  queued: "◌",
  sending: "◌",
  sent: "✓",
  delivered: "✓✓",
  read: "✓✓",
  undelivered: "!",
  failed: "!",
};

/** A delivery status as text with an icon. */
export function StatusText({ status, errorCode }: { status: string; errorCode?: string | null }) {
  return (
    <span class={`status status-${status}`}>
      <span aria-hidden="true">{icons[status] ?? "·"} </span>
      {status}
      {errorCode ? ` (${errorCode})` : ""}
    </span>
  );
}

/** An error of the API: what happened, what to do, and the id of the request. */
export function FailureNote({ failure, children }: { failure: ApiFailure; children?: preact.ComponentChildren }) {
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{cleanLine(failure.message)}</strong>
      </p>
      {failure.nextStep && <p>{cleanLine(failure.nextStep)}</p>}
      <p class="quiet">
        {failure.code}
        {failure.scope && ` · needs ${failure.scope}`}
        {failure.requestId && ` · request ${failure.requestId}`}
      </p>
      {children}
    </div>
  );
}

/** Copies a text. The clipboard exists on https and localhost only; elsewhere the text is selected in a field. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
