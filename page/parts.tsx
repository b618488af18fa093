import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ApiFailure } from "./api.ts";
import { cleanLine, cleanText, divideAtLinks, type TextPart } from "./text.ts";
import { showTime } from "./time.ts";

/** A name or a line of a stranger. Its direction does not affect its surroundings. */
export function Name({ value }: { value: string }) {
  return <bdi>{cleanLine(value)}</bdi>;
}

/** The body of a text, with its line breaks. A text of one's own app is `linked`: its addresses are links. */
export function Body({ value, linked = false }: { value: string; linked?: boolean }) {
  const text = cleanText(value);
  const parts: TextPart[] = linked ? divideAtLinks(text) : [{ text }];
  return (
    <p class="body" dir="auto">
      {parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
            {text}
          </a>
        ),
      )}
    </p>
  );
}

/** A time of day, `withDay` unless it is today. The full time, the zone and UTC are in its title. */
export function Time({ value, withDay = false }: { value: string; withDay?: boolean }) {
  const { day, short, full } = showTime(value);
  return (
    <time dateTime={value} title={full}>
      {withDay && day !== "Today" ? `${day}, ${short}` : short}
    </time>
  );
}

const icons = { queued: "◌", sending: "◌", sent: "✓", delivered: "✓✓", read: "✓✓", undelivered: "!", failed: "!" };

/** A delivery status as text with an icon. */
export function StatusText({ status, errorCode }: { status: string; errorCode?: string | null }) {
  return (
    <span class={`small status-${status}`}>
      <span aria-hidden="true">{icons[status as keyof typeof icons] ?? "·"} </span>
      {status}
      {errorCode ? ` (${errorCode})` : ""}
    </span>
  );
}

/** An error of the API: what happened, what to do, and the id of the request. */
export function FailureNote({ failure, children }: { failure: ApiFailure; children?: ComponentChildren }) {
  return (
    <div class="failure stack" role="alert">
      <p>
        <strong>{cleanLine(failure.message)}</strong>
      </p>
      {failure.nextStep && <p>{cleanLine(failure.nextStep)}</p>}
      <p class="small">
        {failure.code}
        {failure.scope && ` · needs ${failure.scope}`}
        {failure.requestId && ` · request ${failure.requestId}`}
      </p>
      {children}
    </div>
  );
}

export function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(on: boolean): void }) {
  return (
    <label class="row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface ButtonProps extends Pick<ButtonHTMLAttributes, "class" | "disabled" | "aria-label"> {
  label: string;
  onClick(): unknown;
}

/** A button that acts on the page, and submits nothing. */
export function Button({ label, onClick, ...attributes }: ButtonProps) {
  return (
    <button type="button" onClick={() => void onClick()} {...attributes}>
      {label}
    </button>
  );
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [told, setTold] = useState<string>();
  useEffect(() => {
    if (told === undefined) return;
    const timer = setTimeout(() => setTold(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async () => setTold((await copyText(text)) ? "Copied" : "Not copied: select it instead");
  return (
    <button type="button" class="small" onClick={copy}>
      <span aria-live="polite">{told ?? label}</span>
    </button>
  );
}

/** Copies a text. The clipboard exists on https and localhost only; elsewhere a field is selected and copied. */
async function copyText(text: string): Promise<boolean> {
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
