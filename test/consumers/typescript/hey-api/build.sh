npx openapi-ts --file openapi-ts.config.json
npx tsc
