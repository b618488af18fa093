npx openapi-typescript openapi.json --output api.ts --default-non-nullable=false
npx tsc
