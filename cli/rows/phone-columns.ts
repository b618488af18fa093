/** A column of phone numbers. */
export interface PhoneColumn {
  column: string;
  /** The label that the name of the column says, such as `mobile`. */
  label?: string;
  /** The column of the labels. */
  labelColumn?: string;
}

/** The kinds of phones in names such as `Work phone` and `Phone (mobile)`, with the label of the kind. */
const kinds: Record<string, string | undefined> = {
  primary: undefined,
  main: "main",
  home: "home",
  personal: "personal",
  private: "private",
  work: "work",
  office: "office",
  business: "business",
  mobile: "mobile",
  cell: "cell",
  car: "car",
  other: "other",
};

const nouns = ["phone", "telephone", "tel", "phoneno", "telno", "phonenumber", "telephonenumber", "phones"];

/** Names that need no noun, and names in other languages. */
const otherNames: Record<string, string | undefined> = {
  phonenumbers: undefined,
  msisdn: undefined,
  mobile: "mobile",
  mobileno: "mobile",
  mobilenumber: "mobile",
  cell: "cell",
  cellno: "cell",
  cellnumber: "cell",
  telefon: undefined,
  telefonnummer: undefined,
  handy: "mobile",
  handynummer: "mobile",
  mobil: "mobile",
  mobilnummer: "mobile",
  mobiltelefon: "mobile",
  téléphone: undefined,
  teléfono: undefined,
  telefono: undefined,
  telefone: undefined,
  telefoon: undefined,
  telefoonnummer: undefined,
  móvil: "mobile",
  celular: "mobile",
  cellulare: "mobile",
  telemóvel: "mobile",
};

/** The names of phone columns in lower case, only their letters, with their labels. */
const phoneNames = new Map<string, string | undefined>([
  ...nouns.map((noun) => [noun, undefined] as const),
  ...nouns.flatMap((noun) =>
    Object.entries(kinds).flatMap(([kind, label]) => [[kind + noun, label] as const, [noun + kind, label] as const]),
  ),
  ...Object.entries(otherNames),
]);

const lettersOf = (name: string) => name.normalize("NFC").toLowerCase().replace(/\P{L}/gu, "");

/**
 * Finds the columns of phone numbers by their whole names, without digits and punctuation. `X - Value` is one if X is such
 * a name and its label is in `X - Label` or `X - Type`, as in Google's exports.
 */
export function findPhoneColumns(columns: readonly string[]): PhoneColumn[] {
  return columns.flatMap((column): PhoneColumn[] => {
    const [, base = ""] = /^(.*\S)\s*-\s*Value$/i.exec(column) ?? [];
    const labelColumn = columns.find((each) => [`${base} - Label`, `${base} - Type`].includes(each));
    if (labelColumn !== undefined && phoneNames.has(lettersOf(base))) return [{ column, labelColumn }];
    const name = lettersOf(column);
    if (!phoneNames.has(name)) return [];
    const label = phoneNames.get(name);
    return [{ column, ...(label !== undefined && { label }) }];
  });
}
