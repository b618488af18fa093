openapi-generator-cli generate -g typescript-fetch -i openapi.json -o sdk --additional-properties=importFileExtension=.ts
npx tsc
