export default {
  messaging: {
    input: "openapi.json",
    output: {
      target: "sdk.ts",
      client: "fetch",
      override: { mutator: { path: "call.ts", name: "call", extension: ".ts" } },
    },
  },
};
