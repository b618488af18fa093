/** What the protocol's conformance suite asks for and this server does not have. All other checks must pass. */

/** The scenarios of one version of the suite. */
export interface Baseline {
  /** The scenarios of which every check passes. */
  passed: string[];
  /** The other checks, as `scenario: check`, by the reason. */
  missing: Record<string, string[]>;
}

const noFixture = "It calls a tool or reads a resource of the suite's own test server.";
const noPrompts = "This server has no prompts.";
const noCompletion = "This server completes no arguments, because its resources have ids that nobody types.";
const noLogging = "This server sends no log messages to clients; its operator has the log.";
const noInput = "No tool asks the client for input, for text of its model, or for its files.";
const noParameterHeaders = "No argument of a tool is repeated in a header, because arguments contain personal data.";
const noSubscriptions = "There are no streams: the lists change only with the server's version or the key's rights.";
const noSessions = "There are no sessions and no streams, which the protocol leaves to the server.";

const fixtures = [
  ...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"].map(
    (name) => `tools-call-${name}: tools-call-${name}`,
  ),
  ...["text", "binary"].map((name) => `resources-read-${name}: resources-read-${name}`),
  "resources-templates-read: resources-templates-read",
  "json-schema-2020-12: json-schema-2020-12-tool-found",
];

const prompts = ["list", "get-simple", "get-with-args", "get-embedded-resource", "get-with-image"].map(
  (name) => `prompts-${name}: prompts-${name}`,
);

/** Version 0.1 of the suite, for the era until 2025-11-25. */
export const oldEra: Baseline = {
  passed: ["dns-rebinding-protection", "ping", "resources-list", "server-initialize", "tools-list"],
  missing: {
    [noFixture]: fixtures,
    [noPrompts]: prompts,
    [noCompletion]: ["completion-complete: completion-complete"],
    [noLogging]: ["logging-set-level: logging-set-level", "tools-call-with-logging: tools-call-with-logging"],
    [noInput]: [
      "elicitation-sep1034-defaults: elicitation-sep1034-general",
      "elicitation-sep1330-enums: elicitation-sep1330-general",
      "tools-call-elicitation: tools-call-elicitation",
      "tools-call-sampling: tools-call-sampling",
    ],
    [noSubscriptions]: ["resources-subscribe: resources-subscribe", "resources-unsubscribe: resources-unsubscribe"],
    [noSessions]: [
      "server-sse-multiple-streams: server-sse-multiple-streams-session",
      "server-sse-polling: server-sse-polling-session",
    ],
  },
};

/** Version 0.2 of the suite, for the era since 2026-07-28. */
export const newEra: Baseline = {
  passed: [
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-sse-multiple-streams",
    "tools-list",
  ],
  missing: {
    [noFixture]: fixtures,
    [noPrompts]: [...prompts, "caching: sep-2549-prompts-list-caching-hints"],
    [noCompletion]: ["completion-complete: completion-complete"],
    [noLogging]: ["server-stateless: sep-2575-server-no-log-without-loglevel"],
    [noInput]: [
      "input-required-result-basic-elicitation: sep-2322-elicitation-incomplete",
      "input-required-result-basic-list-roots: sep-2322-list-roots-incomplete",
      "input-required-result-basic-sampling: sep-2322-sampling-incomplete",
      "input-required-result-capability-check: sep-2322-respect-client-capabilities",
      "input-required-result-ignore-extra-params: sep-2322-ignore-unexpected-params",
      "input-required-result-missing-input-response: sep-2322-missing-response-rerequests",
      "input-required-result-multi-round: sep-2322-multi-round-r1",
      "input-required-result-multiple-input-requests: sep-2322-multiple-inputs-incomplete",
      "input-required-result-non-tool-request: sep-2322-non-tool-incomplete",
      "input-required-result-request-state: sep-2322-request-state-incomplete",
      "input-required-result-result-type: sep-2322-result-type-included",
      "input-required-result-tampered-state: sep-2322-reject-tampered-state",
      "server-stateless: sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless: sep-2575-missing-capability-http-400",
      "server-stateless: sep-2575-server-rejects-undeclared-capability",
    ],
    [noParameterHeaders]: [
      "http-custom-header-server-validation: sep-2243-server-decode-base64",
      "http-custom-header-server-validation: sep-2243-server-no-xmcp-tool",
      "http-custom-header-server-validation: sep-2243-server-reject-invalid-param-chars",
      "http-custom-header-server-validation: sep-2243-server-reject-param-mismatch",
      "http-custom-header-server-validation: sep-2243-server-validate-param-match",
    ],
    [noSubscriptions]: [
      "server-stateless: sep-2575-server-honors-notification-filter",
      "server-stateless: sep-2575-server-sends-prompts-list-changed-on-subscription",
      "server-stateless: sep-2575-server-sends-subscription-ack",
      "server-stateless: sep-2575-server-sends-tools-list-changed-on-subscription",
      "server-stateless: sep-2575-server-tags-subscription-id",
    ],
  },
};
