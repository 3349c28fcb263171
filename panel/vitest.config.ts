import { defineConfig } from "vitest/config";

// One process for all: the tests keep no state in modules, and a start for each took longer than they do.
export default defineConfig({
  test: { include: ["src/**/*.test.ts"], environment: "node", pool: "threads", isolate: false },
});
