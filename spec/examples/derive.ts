import type { OpenAPIV3_1 } from "openapi-types";
import { commandLineOf } from "./command-line.ts";
import { pythonOf, pythonSetup } from "./python.ts";
import { exampleRequests } from "./requests.ts";
import { curlOf } from "./shell.ts";
import { typescriptOf, typescriptSetup } from "./typescript.ts";

/** Derives the JSON text of the examples of all operations in each language. `{base_url}` is the server's address. */
export function deriveExamples(contract: OpenAPIV3_1.Document, resolved: OpenAPIV3_1.Document): string {
  const operations = Object.entries(exampleRequests(contract, resolved)).map(([id, requests]) => [
    id,
    requests.map((request) => {
      // A carrier signs its requests, an assistant has a client of its own, and clients differ in how they take a file.
      const isApart = request.id === "callMcp" || request.sendsFile;
      const isCalled = (request.auth === "apiKey" || request.auth === "none") && !isApart;
      return {
        curl: curlOf(request),
        ...(isCalled && { typescript: typescriptOf(request) }),
        ...(isCalled &&
          request.answerType !== "text/event-stream" && { python: pythonOf(request, contract.components!.schemas!) }),
        commandLine: commandLineOf(request),
      };
    }),
  ]);
  const setup = {
    curl: "export MESSAGING_API_KEY='your key'",
    typescript: typescriptSetup,
    python: pythonSetup,
    commandLine: "messaging login --url {base_url}",
  };
  return `${JSON.stringify({ setup, operations: Object.fromEntries(operations) }, null, 2)}\n`;
}
