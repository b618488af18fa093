node dist/main.js
