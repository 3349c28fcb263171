// Every page of the router: by a link from its list and back, by its address alone, in both themes, and at 360 pixels.
import { readFileSync } from "node:fs";
import { look, must, on, open, step } from "./harness.mjs";

const { PANEL: panel, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, faults, browser } = scene;
const { shown, enter, go } = on(page, panel);

const ROUTES = [...readFileSync(new URL("../src/app/router.tsx", import.meta.url), "utf8").matchAll(/path: "([^"]+)"/g)].map(([, path]) => path);
/** Where links to single resources are, unless it is the page above them. */
const LISTS = { "/manifests": "/applications", "/relations/models": "/relations", "/deliveries": "/webhooks" };
/** Of the platform alone: another journey sees them. */
const REFUSED = new Set(["/keys", "/health"]);
/** What a page shows when something was forgotten. */
const LEFT_OUT = /undefined|\[object |\bNaN\b|Invalid Date/;

const settled = async () => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
};
const title = () => page.getByRole("heading", { level: 1 }).innerText();

/** The address of one resource, by a click on its link, from where the back button leads back. */
async function follow(base) {
  await go(LISTS[base] ?? base);
  await settled();
  if (base === "/deliveries") {
    await page.getByRole("link", { name: "https://hooks.example.com/panel" }).click();
    await settled();
  }
  const from = new URL(page.url()).pathname;
  const above = await title();
  await page.locator(`main a[href^="${base}/"]:not([href$="/new"])`).first().click();
  await page.waitForURL((url) => url.pathname.startsWith(`${base}/`));
  await settled();
  const found = new URL(page.url()).pathname;
  await page.goBack();
  await settled();
  must(new URL(page.url()).pathname === from && (await title()) === above, `back from ${found} leads to ${page.url()}`);
  return found;
}

async function mustFit(width, name) {
  // Charts follow a new width by an observer, a moment later.
  await page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width, { timeout: 5_000 }).catch(() => undefined);
  const { wide, text, headings } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth, text: document.querySelector("main").innerText, headings: document.querySelectorAll("h1").length,
  }));
  must(wide <= width, `${name} is ${wide} pixels wide of ${width}`);
  must(!LEFT_OUT.test(text), `${name} shows ${LEFT_OUT.exec(text)}`);
  must(headings === 1, `${name} has ${headings} first headings`);
}

try {
  await enter(/Ada/, "/", "Overview");
  must(ROUTES.length > 35, `only ${ROUTES.length} routes were found`);
  for (const route of ROUTES) {
    await step(route, async () => {
      const base = route.replace(/\/\$.*/, "");
      const address = route === base ? route : await follow(base);
      const name = `page${route === base ? "" : "-one"}${base === "/" ? "-posture" : base.replaceAll("/", "-")}`;
      await page.goto(panel + address);
      await settled();
      if (REFUSED.has(route)) return shown("You may not see or do this");
      must((await page.getByText("You may not see or do this").count()) === 0, `${address} is refused`);
      await mustFit(1280, address);
      await look(scene, name);
      await page.setViewportSize({ width: 360, height: 740 });
      await mustFit(360, address);
      await look(scene, `${name}-narrow`, ["light"]);
      const form = page.getByRole("main").getByRole("button", { name: /^New /, expanded: false });
      if ((await form.count()) > 0) {
        await form.click();
        await mustFit(360, `the form of ${address}`);
        await look(scene, `${name}-form-narrow`, ["light"]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  }
  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
