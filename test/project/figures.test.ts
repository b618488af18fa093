import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/process.ts";

const product = ["server", "cli"].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
);

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A word of a cluster, or a function that leads to its nodes. The word "node" alone is Node.js, too. */
const cluster =
  /citus|(?<!originAgent)cluster|shard|\b(ormsOf\w+|groupsOfTeams|nodesAway|isTeamAway|ormOfTeam|cutByTeam|onCoordinator)\b/i;

/** The places that may know a cluster: its own folder, the configuration, the composition, and the doctor. */
const clusterPlaces = /^(server\/(db\/cluster|process)\/|server\/config\b|cli\/doctor\/)/;

test("few files name a cluster outside its folder", () => {
  const files = product.filter((file) => !clusterPlaces.test(file) && cluster.test(read(file)));

  expect(files.length, files.join("\n")).toBeLessThanOrEqual(4);
});

/** A word of Twilio's interface, of which a file of ours need not know. */
const carrier =
  /[Tt]wilio|TwiML|<Response[ /]|\b(MessageSid|SmsSid|SmsStatus|OptOutType|NumMedia|MediaUrl\d?)\b|["'.]MessageStatus\b|\bMessageStatus:/;

test("few files name a carrier outside its folder and the doors", () => {
  const isItsFolder = (file: string) => /^(server\/provider\/twilio|server\/doors)\/|\/door-commands\.ts$/.test(file);
  const files = product.filter((file) => !isItsFolder(file) && carrier.test(read(file)));

  expect(files.length, files.join("\n")).toBeLessThanOrEqual(3);
});

test.each(["server/db/", "server/contacts/"])("%s has few files outside its rooms", (folder) => {
  const loose = product.filter((file) => file.startsWith(folder) && !file.slice(folder.length).includes("/"));

  expect(loose.length, loose.join("\n")).toBeLessThanOrEqual(8);
});

test("no private field of a library is used", () => {
  const fields = new Set(product.flatMap((file) => privateFieldsIn(file)));

  expect(fields.size, [...fields].join("\n")).toBeLessThanOrEqual(0);
});

/** Properties of a connection of `pg` that its documentation does not have. */
const undocumented = new Set(["connection", "stream", "submittedNamedStatements", "parsedStatements"]);

/** Whether a name is that of a property that its library does not document. `_meta` is a word of MCP. */
const isPrivate = (file: string, name: string) =>
  (/^_[a-z]/i.test(name) && name !== "_meta") || (file.startsWith("server/db/") && undocumented.has(name));

/** The names of private properties that a file declares, reads or overrides. */
function privateFieldsIn(file: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node) => {
    const named =
      ts.isPropertyAccessExpression(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isMethodDeclaration(node)
        ? node.name
        : ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)
          ? (node.propertyName ?? node.name)
          : undefined;
    if (named && ts.isIdentifier(named)) names.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return names.filter((name) => isPrivate(file, name));
}
