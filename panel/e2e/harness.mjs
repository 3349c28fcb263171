import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PATIENCE = 10_000;

/** A browser with the panel, which notes what a page must never do. */
export async function open({ panel, out, chromiumPath }) {
  mkdirSync(out, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const faults = [];
  /** A browser of another person: nothing is shared with the first. */
  const another = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", colorScheme: "light" });
    context.setDefaultTimeout(PATIENCE);
    context.on("page", (page) => {
      page.on("pageerror", (error) => faults.push(`error on the page: ${error}`));
      page.on("dialog", (dialog) => faults.push(`a script ran: ${dialog.message()}`));
      page.on("console", (message) => {
        const text = message.text();
        // Refusals of the API are part of the journey; the browser logs each.
        if (message.type() === "error" && !text.startsWith("Failed to load resource")) faults.push(`console: ${text}`);
      });
    });
    return context;
  };
  const context = await another();
  const page = await context.newPage();
  return { browser, context, another, page, panel, out, faults };
}

export async function step(name, run) {
  const begun = performance.now();
  try {
    await run();
    console.log(`ok   ${name} (${Math.round(performance.now() - begun)} ms)`);
  } catch (failure) {
    console.log(`FAIL ${name}: ${failure.stack ?? failure}`);
    throw failure;
  }
}

export function must(holds, message) {
  if (!holds) throw new Error(message);
}

/** Takes a picture of the page in both themes and has axe look at it. */
export async function look({ page, out, faults }, name) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(50);
    await page.screenshot({ path: `${out}/${name}-${colorScheme}.png`, fullPage: true });
    // By the debugger: the page's own policy would refuse it.
    await page.evaluate(AXE);
    const { violations } = await page.evaluate((rules) => axe.run(document, { runOnly: rules }), RULES);
    for (const { id, help, nodes } of violations) {
      faults.push(`${name}, ${colorScheme}: ${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join("\n")}`);
    }
  }
}

/** What a browser fetches from the panel for a first page, compressed, in bytes. */
export async function firstLoad(context, panel) {
  const page = await context.newPage();
  // By address: on the way back from sign-in the browser has the files.
  const bodies = new Map();
  page.on("response", (answer) => {
    const { origin, pathname } = new URL(answer.url());
    if (origin === panel && answer.ok()) bodies.set(pathname, answer.body().catch(() => Buffer.alloc(0)));
  });
  await page.goto(`${panel}/`);
  await page.getByRole("heading", { name: "Posture" }).waitFor();
  await page.waitForLoadState("networkidle");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await page.close();
  const bytes = (await Promise.all(bodies.values())).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return { bytes, paint };
}
