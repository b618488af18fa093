import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";

const app = useApp();
const { write } = useFiles();

beforeEach(() => {
  app.provider.texts.length = 0;
});

/** Two invented people. Their names are in Latin-1, so that every encoding below has them. */
const newPeople = () => ({ jose: uniquePhone(), ada: uniquePhone(), office: uniquePhone() });

type People = ReturnType<typeof newPeople>;

/** The national form of a phone, as people write it. */
const national = (phone: string) => phone.replace(/^\+1(\d{3})(\d{3})/, "($1) $2-");

const row = (header: string, values: Record<string, string>, separator = ",") =>
  header
    .split(separator)
    .map((name) => values[name.replaceAll('"', "")] ?? "")
    .map((value) => (/[",;\n]/.test(value) ? `"${value}"` : value))
    .join(separator);

const googleHeader =
  "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Website 1 - Label,Website 1 - Value";

const oldGoogleHeader =
  "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Yomi Name,Organization 1 - Title";

const outlookHeader =
  '"Title","First Name","Middle Name","Last Name","Suffix","Company","Department","Job Title","Business Street","Business Country/Region","Assistant\'s Phone","Business Fax","Business Phone","Business Phone 2","Callback","Car Phone","Company Main Phone","Home Fax","Home Phone","ISDN","Mobile Phone","Other Phone","Pager","Primary Phone","Radio Phone","TTY/TDD Phone","Telex","Account","Anniversary","Assistant\'s Name","Birthday","Categories","Children","E-mail Address","E-mail Display Name","Gender","Notes","Office Location","Web Page"';

const hubspotHeader =
  "Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Create Date,Job Title,Company Name";

const thunderbirdHeader =
  "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Country,Work Address,Job Title,Department,Organization,Web Page 1,Birth Year,Custom 1,Notes,";

interface Export {
  make(people: People): string;
  /** What becomes of José: the name, role, company, tags and labels of phones. */
  expected: { name: string; role: string | null; company: string | null; tags: string[]; labels: (string | null)[] };
  /** The column that `send --file` chooses. */
  sendColumn: string;
}

const exports: Record<string, Export> = {
  "Google's new": {
    make: ({ jose, ada, office }) =>
      `${googleHeader}\r\n${row(googleHeader, {
        "First Name": "José",
        "Last Name": "Núñez",
        "Phonetic First Name": "Ho-seh",
        "Organization Name": "Café Bücher",
        "Organization Title": "Chef",
        Labels: "VIP ::: Smith, Jones ::: * myContacts",
        "Phone 1 - Label": "Mobile",
        "Phone 1 - Value": national(jose),
        "Phone 2 - Label": "* Work",
        "Phone 2 - Value": office,
      })}\r\n${row(googleHeader, { "First Name": "Ada", "Phone 1 - Value": ada })}\r\n`,
    expected: {
      name: "José Núñez",
      role: "Chef",
      company: "Café Bücher",
      tags: ["VIP", "Smith, Jones"],
      labels: ["Mobile", "Work"],
    },
    sendColumn: "Phone 1 - Value",
  },
  "Google's old": {
    make: ({ jose, ada, office }) =>
      `${oldGoogleHeader}\n${row(oldGoogleHeader, {
        Name: "José Núñez",
        "Given Name": "José",
        "Family Name": "Núñez",
        "Group Membership": "* My Contacts ::: VIP",
        "Phone 1 - Type": "Mobile",
        "Phone 1 - Value": jose,
        "Organization 1 - Name": "Café",
        "Organization 1 - Title": "Chef",
      })}\n${row(oldGoogleHeader, { Name: "Ada", "Phone 1 - Value": ada, Notes: office })}\n`,
    expected: { name: "José Núñez", role: "Chef", company: "Café", tags: ["VIP"], labels: ["Mobile"] },
    sendColumn: "Phone 1 - Value",
  },
  "Outlook's": {
    make: ({ jose, ada, office }) =>
      `${outlookHeader}\r\n${row(outlookHeader, {
        Title: "Mr.",
        "First Name": "José",
        "Last Name": "Núñez",
        Company: "Café",
        "Job Title": "Chef",
        "Assistant's Phone": "+12025550199",
        "Business Fax": "+12025550198",
        "Business Phone": office,
        "Company Main Phone": "+12025550197",
        "Mobile Phone": national(jose),
        Telex: "+441234567890",
        Categories: "VIP;Suppliers",
      })}\r\n${row(outlookHeader, { "First Name": "Ada", "Mobile Phone": ada })}\r\n`,
    expected: {
      name: "José Núñez",
      role: "Chef",
      company: "Café",
      tags: ["VIP", "Suppliers"],
      labels: ["business", "mobile"],
    },
    sendColumn: "Mobile Phone",
  },
  "HubSpot's": {
    make: ({ jose, ada, office }) =>
      `${hubspotHeader}\n${row(hubspotHeader, {
        "Record ID": "901",
        "First Name": "José",
        "Last Name": "Núñez",
        "Phone Number": office,
        "Mobile Phone Number": jose,
        "Job Title": "Chef",
        "Company Name": "Café",
      })}\n${row(hubspotHeader, { "First Name": "Ada", "Mobile Phone Number": ada })}\n`,
    expected: { name: "José Núñez", role: "Chef", company: "Café", tags: [], labels: [null, "mobile"] },
    sendColumn: "Mobile Phone Number",
  },
  "Thunderbird's": {
    make: ({ jose, ada, office }) =>
      `${thunderbirdHeader}\r\n${row(thunderbirdHeader, {
        "First Name": "José",
        "Last Name": "Núñez",
        "Display Name": "José Núñez",
        "Work Phone": office,
        "Fax Number": "+12025550198",
        "Pager Number": "555",
        "Mobile Number": jose,
        "Job Title": "Chef",
        Organization: "Café",
      })}\r\n${row(thunderbirdHeader, { "First Name": "Ada", "Display Name": "Ada", "Mobile Number": ada })}\r\n`,
    expected: { name: "José Núñez", role: "Chef", company: "Café", tags: [], labels: ["work", "mobile"] },
    sendColumn: "Mobile Number",
  },
  "Excel's": {
    make: ({ jose, ada, office }) =>
      `sep=;\r\nName;Mobile;Work phone;Job title;Company;;\r\nJosé Núñez;${jose.slice(1)}.0;="${office}";Chef;Café;;\r\nAda;${ada};;\r\n;;;;;;\r\n`,
    expected: { name: "José Núñez", role: "Chef", company: "Café", tags: [], labels: ["mobile", "work"] },
    sendColumn: "Mobile",
  },
};

/** The encodings of a file, with the option that it needs. */
const encodings: [string, (text: string) => Uint8Array, string[]][] = [
  ["UTF-8", (text) => Buffer.from(text), []],
  ["UTF-8 with a mark", (text) => Buffer.from(`\ufeff${text}`), []],
  ["UTF-16LE with a mark", (text) => Buffer.from(`\ufeff${text}`, "utf16le"), []],
  ["UTF-16BE with a mark", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(), []],
  ["windows-1252", (text) => iconv(text, "windows-1252"), ["--encoding", "windows-1252"]],
  ["Latin-1", (text) => iconv(text, "iso-8859-1"), ["--encoding", "iso-8859-1"]],
];

const iconv = (text: string, encoding: string) =>
  execFileSync("iconv", ["-f", "utf-8", "-t", encoding], { input: text });

async function signIn() {
  const { key, client } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run = (argv: string[], options: CliOptions = {}) =>
    runInProcess([...argv, "--country", "US"], { env, ...options });
  const contacts = async (): Promise<Contact[]> => {
    const { contacts } = await client.listContacts({ query: { per_page: 100 } });
    const all = await Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
    return all.toSorted((a, b) => b.name.localeCompare(a.name));
  };
  return { run, contacts };
}

describe.each(Object.entries(exports))("%s export", (_, { make, expected, sendColumn }) => {
  test.each(encodings)("is imported in %s", async (_name, encode, options) => {
    const { run, contacts } = await signIn();
    const people = newPeople();

    const { code, stderr } = await run(["contacts", "import", write(encode(make(people))), ...options]);

    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(Columns|Ignored)/) });
    const [jose, ada] = await contacts();
    const { name, role, company, tags, phones } = jose!;
    expect({ name, role, company, tags, labels: phones.map(({ label }) => label) }).toEqual(expected);
    expect(phones.map(({ phoneNumber }) => phoneNumber)).toEqual(
      expect.arrayContaining([people.jose, ...(expected.labels.length > 1 ? [people.office] : [])]),
    );
    expect(ada).toMatchObject({ name: "Ada", phones: [{ phoneNumber: people.ada }] });
  });

  test("is sent to the mobile phones, and the command says so first", async () => {
    const { run } = await signIn();
    const people = newPeople();
    const file = write(make(people));
    const name = expected.name === "José Núñez" && make(people).includes("First Name") ? "First Name" : "Name";

    const { code, stderr } = await run(["send", "--file", file, "--template", `Hola {{${name}}}`]);

    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Columns: "${sendColumn}" is the phone.`),
    });
    expect(app.provider.texts.map(({ to }) => to).toSorted()).toEqual([people.jose, people.ada].toSorted());
  });
});

test("only whole names of phones are phone columns", async () => {
  const { run, contacts } = await signIn();
  const [phone, work] = [uniquePhone(), uniquePhone()];
  const header =
    "Name,Phone,Telegram ID,Telex,Phone Type,Phone Verified,Phone Extension,Office,Business,Home,Phonetic First Name,Email Phone Opt-in,Work phone #2";
  const file = write(
    `${header}\nGrace,${phone},5551234567,+441234567890,Mobile,TRUE,4521,Berlin,Acme Inc,12 Main,Greis,2025550188,${work}\n`,
  );

  const { code, stderr } = await run(["contacts", "import", file]);

  expect(code).toBe(0);
  expect(stderr).toContain(
    "Ignored columns: Telegram ID, Telex, Phone Type, Phone Verified, Phone Extension, Office, Business, Home, Phonetic First Name, Email Phone Opt-in.",
  );
  expect((await contacts())[0]!.phones.map(({ phoneNumber }) => phoneNumber)).toEqual([phone, work]);
});

test("several phones in a cell are separated as Google separates them", async () => {
  const { run, contacts } = await signIn();
  const [a, b] = [uniquePhone(), uniquePhone()];
  const file = write(`Name,Phone 1 - Label,Phone 1 - Value\nAda,Mobile,${a} ::: ${b}\n`);

  expect(await run(["contacts", "import", file])).toMatchObject({ code: 0 });

  expect((await contacts())[0]!.phones).toMatchObject([
    { phoneNumber: a, label: "Mobile" },
    { phoneNumber: b, label: "Mobile" },
  ]);
  expect(await run(["send", "--file", file, "--template", "x"])).toMatchObject({ code: 9 });
  expect(app.provider.texts).toEqual([]);
});

test("a name that several columns have is refused only where it is used", async () => {
  const { run } = await signIn();
  const file = write(`Name,Phone,Notes,Notes,Remarks\nAda,${uniquePhone()},a,b,c\n`);

  expect(await run(["contacts", "import", file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('several columns have the name "Notes", which is notes'),
  });
  expect(await run(["contacts", "import", file, "--map", "notes=Remarks"])).toMatchObject({ code: 0 });
  expect(await run(["send", "--file", file, "--template", "Hi {{Name}}"])).toMatchObject({ code: 0 });
  expect(await run(["send", "--file", file, "--template", "Hi {{Notes}}"])).toMatchObject({ code: 2 });
});

const card = (lines: string[]) => `BEGIN:VCARD\r\n${lines.join("\r\n")}\r\nEND:VCARD\r\n`;

test("vCards of the versions 3.0 and 4.0 are imported, as Apple and others write them", async () => {
  const { run, contacts } = await signIn();
  const [a, b, c, d] = [uniquePhone(), uniquePhone(), uniquePhone(), uniquePhone()];
  const apple = card([
    "VERSION:3.0",
    "PRODID:-//Apple Inc.//iPhone OS 17.0//EN",
    "N:Núñez;José;;;",
    "FN:José Núñez",
    "ORG:Café\\, Ltd.;Kitchen;",
    "TITLE:Chef",
    `TEL;type=HOME;type=VOICE:${a}`,
    `TEL;type=CELL;type=VOICE;type=pref:${national(b)}`,
    `item1.TEL:${c}`,
    "item1.X-ABLabel:_$!<School>!$_",
    "NOTE:two\\nlines",
    "CATEGORIES:vip,friend",
    `PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(70)}\r\n ${"B".repeat(200_000)}`,
  ]);
  const v4 = card(["VERSION:4.0", "FN:Ada", `TEL;VALUE=uri;TYPE="voice,cell":tel:${d.replace("+1202", "+1-202-")}`]);
  const old = card(["VERSION:2.1", "FN:Bob", "TEL;CELL:+12025550123"]);
  const withExtension = card(["VERSION:4.0", "FN:Cy", "TEL;VALUE=uri:tel:+1-202-555-0124;ext=5"]);
  const file = write(apple + v4 + old + withExtension, "vcf");

  const { code, stdout } = await run(["contacts", "import", file]);

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 9, rows: 4, created: 2, failed: 2 });
  const [jose, ada] = await contacts();
  expect(jose).toMatchObject({
    name: "José Núñez",
    company: "Café, Ltd.",
    role: "Chef",
    tags: ["vip", "friend"],
    notes: ["two\nlines"],
    phones: [
      { phoneNumber: a, label: "home", isPrimary: false },
      { phoneNumber: b, label: "mobile", isPrimary: true },
      { phoneNumber: c, label: "School", isPrimary: false },
    ],
  });
  expect(ada).toMatchObject({ name: "Ada", phones: [{ phoneNumber: d, label: "mobile" }] });
  const report = readFileSync(`${file}.failed.csv`, "utf8");
  expect(report).toMatch(/vCard 2\.1 cannot be read/);
  expect(report).toMatch(/Cy,.*,4,invalid_phone,/);
});

test.each([
  ['[{"name":"Ada","phone":"+12025550123"}]', /is a JSON array\. Write its items as JSON lines/],
  ["[\n  {\n", /is a JSON array/],
  [card(["VERSION:3.0", "FN:Ada", "TEL:+12025550123"]), /has vCards\. `messaging contacts import` reads them/],
])("%j is named as what it is", async (text, says) => {
  const { run } = await signIn();

  const refused = await run(["send", "--file", write(text), "--template", "x"]);

  expect(refused).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
});

test("JSON lines keep the digits of long numbers, and a phone with an exponent fails its row", async () => {
  const { run, contacts } = await signIn();
  const phone = uniquePhone();
  const lines = [
    `{"externalId":12345678901234567890,"name":"Ada","phone":${phone.slice(1)}.0}`,
    `{"name":"Bob","phone":4.91512E+12}`,
    `{"name":"Cy","phones":[4.91512E+12]}`,
    `{"name":"Dee","phone":"${uniquePhone()}","metadata":{"n":12345678901234567890}}`,
  ];
  const file = write(lines.join("\n"), "jsonl");

  const { code, stdout } = await run(["contacts", "import", file]);

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 9, created: 1, failed: 3 });
  expect((await contacts())[0]).toMatchObject({ externalId: "12345678901234567890", phones: [{ phoneNumber: phone }] });
  expect(readFileSync(`${file}.failed.csv`, "utf8")).toMatch(/4,validation_error,.*send it as a string/);
});
