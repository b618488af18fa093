npx orval --config orval.config.js
npx tsc
