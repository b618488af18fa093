import { useState } from "preact/hooks";
import type { Contact } from "../../generated/api.ts";
import { type ApiFailure, attempt } from "../api.ts";
import { usePage } from "../context.ts";
import { FailureNote, Name } from "../parts.tsx";
import { useLiveRead, useRead } from "../read.ts";

/** Codes that mean that several contacts are meant. Only a person can say which one. */
const conflicts = [
  ...["multiple_contacts_found", "ambiguous_contact_match", "contact_identity_conflict"],
  ...["duplicate_contact_phone", "external_id_conflict"],
];

/** The contact with a phone: shows it, and changes or creates it. A sender that is no phone number has none. */
export function ContactPanel({ phone }: { phone: string }) {
  const { api, can } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const isPhone = /^\+[1-9]\d{6,14}$/.test(phone);
  const { value, failure, refresh } = useLiveRead(
    async () => {
      if (!isPhone) return null;
      return (await api.GET("/api/contacts/by-phone/{phone}", { params: { path: { phone } } })).data!.contact;
    },
    phone,
    ({ type }) => type.startsWith("contact."),
  );

  async function save({ company, role, ...given }: Edited): Promise<void> {
    const { failure } = await attempt((header): Promise<unknown> => {
      if (value) {
        const path = { id: value.id };
        return api.PATCH("/api/contacts/{id}", { params: { path, header }, body: { company, role, ...given } });
      }
      const body = { ...given, phones: [phone], ...(company && { company }), ...(role && { role }) };
      return api.POST("/api/contacts/upsert", { params: { header }, body });
    });
    setRefusal(failure);
    if (!failure) await refresh();
  }

  const problem = refusal ?? failure;
  return (
    <section class="stack" aria-label="Contact">
      <h3>Contact</h3>
      {problem && (
        <FailureNote failure={problem}>{conflicts.includes(problem.code) && <Conflicting phone={phone} />}</FailureNote>
      )}
      {value === null && <p class="quiet">{isPhone ? "No contact has this phone." : "This sender is not a phone."}</p>}
      {isPhone && value !== undefined && (value || can("contacts:write")) && (
        // A change from elsewhere shows its values, too.
        <Card key={value?.updatedAt ?? ""} contact={value} isReadOnly={!can("contacts:write")} onSave={save} />
      )}
    </section>
  );
}

/** Names the contacts of a conflict. */
function Conflicting({ phone }: { phone: string }) {
  const { api } = usePage();
  const { value } = useRead(
    async () => (await api.GET("/api/contacts", { params: { query: { query: phone, per_page: 10 } } })).data!,
  );
  return value ? (
    <p>
      Contacts with this phone: <Name value={value.contacts.map(({ name }) => name).join(", ")} />
    </p>
  ) : null;
}

interface Edited {
  name: string;
  company: string | null;
  role: string | null;
  tags: string[];
}

interface CardProps {
  contact: Contact | null;
  isReadOnly: boolean;
  onSave(given: Edited): Promise<void>;
}

/** The fields of a contact, of which those that few need to change are only shown. */
function Card({ contact, isReadOnly, onSave }: CardProps) {
  const [isChanged, setChanged] = useState(false);
  const field = (name: string, label: string, value: string | null | undefined) => (
    <label>
      {label}
      <input name={name} dir="auto" autocomplete="off" readOnly={isReadOnly} defaultValue={value ?? ""} />
    </label>
  );
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = (name: string) => String(form.get(name)).trim();
    const tags = given("tags").split(/\s*,\s*/);
    setChanged(false);
    void onSave({
      name: given("name"),
      company: given("company") || null,
      role: given("role") || null,
      tags: tags.filter((tag) => tag !== ""),
    });
  }
  const shown = contact?.phones.map(({ phoneNumber, label }) => (label ? `${phoneNumber} (${label})` : phoneNumber));
  return (
    <form onSubmit={submit} onInput={() => setChanged(true)}>
      {field("name", "Name", contact?.name)}
      {field("company", "Company", contact?.company)}
      {field("role", "Role", contact?.role)}
      {field("tags", "Tags", contact?.tags.join(", "))}
      {[...(shown ?? []), ...(contact?.notes ?? [])].map((line) => (
        <p class="quiet" key={line}>
          <Name value={line} />
        </p>
      ))}
      {!isReadOnly && (
        <button type="submit" disabled={!isChanged}>
          {contact ? "Save" : "Save as a contact"}
        </button>
      )}
    </form>
  );
}
