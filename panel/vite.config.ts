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

export default defineConfig({
  plugins: [react(), integrity()],
  // Inlined fonts and pictures would need data: in the content security policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
