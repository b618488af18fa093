npm install --silent standardwebhooks@1.1.1
npm install --silent --save-dev orval@8.38.0 typescript@5.9.3 @types/node@24.19.2
