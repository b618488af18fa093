node main.ts
