// Counts the clicks, the filled fields and the seconds of common tasks, for the table in docs/panel.md.
import { writeFileSync } from "node:fs";
import { must, on, open, step } from "./harness.mjs";

const { PANEL: panel, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, faults, browser } = scene;
const words = on(page, panel);
const { shown, heading } = words;

let clicks = 0;
let fields = 0;
const click = async (role, name, within = page) => {
  await within.getByRole(role, { name, exact: typeof name === "string" }).first().click();
  clicks++;
};
const fill = async (name, text) => {
  await words.field(name).fill(text);
  fields++;
};
const nav = (name) => click("link", name, page.getByRole("navigation", { name: "Pages" }));
const tab = (name) => click("link", name, page.locator("nav.tabs"));

const TASKS = {
  "give a person a role, after a preview of its effect": async () => {
    await nav("Access");
    await tab("Grants");
    await click("link", "New grant");
    await heading("New grant");
    await fill("Who", "user:fox");
    await fill("Role or permission", "warehouse:clerk");
    await click("button", "Preview");
    await page.getByRole("heading", { name: "What it would change" }).waitFor();
    await click("button", "Grant…");
    await click("button", "Grant");
    await heading("Grants");
  },
  "find out why Bob may not do something": async () => {
    await nav("Ask");
    await heading("Ask");
    await fill("Who", "user:bob");
    await fill("Permission", "warehouse:stock.adjust");
    await click("button", "Ask");
    await shown(/missing:/);
  },
  "certify ten review items": async () => {
    await nav("Governance");
    const rows = page.getByRole("region", { name: "List of items" }).locator("tbody tr");
    await rows.first().waitFor();
    const all = await rows.count();
    for (let n = 1; n <= 10; n++) {
      await click("button", "Certify");
      await page.waitForFunction((left) => document.querySelectorAll("tbody tr").length === left, all - n);
    }
  },
  "replay a dead letter": async () => {
    await nav("Operate");
    await tab("Dead letters");
    await click("button", /^Replay user created/);
    await click("button", "Replay");
    await shown(/Replay is queued/);
  },
  "save an audit record with its proof, and verify the chain": async () => {
    await nav("Audit");
    await click("link", /created|revoked/, page.getByRole("region", { name: "List of audit records" }));
    const save = page.getByRole("button", { name: "Save for an auditor" });
    await save.or(page.getByText("No checkpoint covers this record yet")).first().waitFor();
    if ((await save.count()) === 0) {
      await click("button", "Sign checkpoint…");
      await click("button", "Sign checkpoint");
    }
    await click("button", "Save for an auditor");
    await shown(/^record-\d+\.jsonl is saved$/);
    await click("button", "Verify all");
    await shown("The chain is intact");
  },
  "see all that a person may do, and suspend them": async () => {
    await nav("Access");
    await click("link", "Bob Berg");
    await page.getByRole("region", { name: "Permissions" }).or(page.getByText("Nothing.")).first().waitFor();
    await click("button", "Suspend…");
    await click("button", "Suspend");
    await page.getByRole("button", { name: "Reactivate…" }).waitFor();
  },
  "see the changes that a new manifest brings": async () => {
    await nav("Access");
    await tab("Applications");
    await click("link", "warehouse, version 2");
    await page.getByRole("region", { name: "Changes", exact: true }).waitFor();
  },
  "see your sessions, and how to end one": async () => {
    await click("link", /Ada/, page.getByRole("banner"));
    await click("button", "End…");
    await shown("That browser has to sign in again.");
  },
};

try {
  await step("sign in", () => words.enter(/Ada/, "/", "Overview"));
  const lines = ["| task | clicks | fields | seconds |", "|---|---|---|---|"];
  for (const [name, run] of Object.entries(TASKS)) {
    await step(name, async () => {
      clicks = fields = 0;
      const begun = performance.now();
      await run();
      lines.push(`| ${name} | ${clicks} | ${fields} | ${((performance.now() - begun) / 1000).toFixed(1)} |`);
    });
  }
  writeFileSync(`${out}/tasks.md`, `${lines.join("\n")}\n`);
  console.log(lines.join("\n"));
  await page.keyboard.press("Escape");
  await words.go("/people");
  await page.getByRole("link", { name: "Bob Berg" }).click();
  await words.press("Reactivate…");
  await words.press("Reactivate");
  await page.getByRole("button", { name: "Suspend…" }).waitFor();
  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
