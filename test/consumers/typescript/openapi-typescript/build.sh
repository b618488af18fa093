npx openapi-typescript openapi.json --output api.ts
npx tsc
