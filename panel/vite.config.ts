import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Adds subresource integrity to the files that the index names. */
function integrity(): Plugin {
  return {
    name: "integrity",
    apply: "build",
    writeBundle({ dir }) {
      const index = `${dir}/index.html`;
      const hashed = readFileSync(index, "utf8").replace(
        /(src|href)="(\/assets\/[^"]+)"/g,
        (attribute, _name, file: string) =>
          `${attribute} integrity="sha384-${createHash("sha384")
            .update(readFileSync(dir + file))
            .digest("base64")}"`,
      );
      writeFileSync(index, hashed);
    },
  };
}

/** Offers auditors the program that checks what they are given, at the root. */
function verifier(): Plugin {
  const name = "verify_export.py";
  const source = () => readFileSync(new URL(`../docs/audit/${name}`, import.meta.url), "utf8");
  return {
    name: "verifier",
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_, answer) => answer.end(source()));
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: name, source: source() });
    },
  };
}

/** Points the development server at a service of `quarkus:dev`. */
function developmentConfig(): Plugin {
  const service = "http://localhost:8080";
  return {
    name: "development-config",
    configureServer(server) {
      server.middlewares.use("/config.json", (_, answer) => {
        answer.setHeader("Content-Type", "application/json");
        answer.end(JSON.stringify({ issuer: service, api: service }));
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), integrity(), verifier(), developmentConfig()],
  // Inlined fonts and pictures would need data: in the content security policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
