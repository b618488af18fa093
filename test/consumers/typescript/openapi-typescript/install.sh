npm install --silent openapi-fetch@0.17.0 standardwebhooks@1.1.1
npm install --silent --save-dev openapi-typescript@7.13.0 typescript@5.9.3 @types/node@24.19.2
