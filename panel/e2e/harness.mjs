import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PATIENCE = 10_000;
/** Logged by the browser: refusals of the API, and a page of the sign-in server in an outage, which no frame shows. */
const REFUSALS = /^(Failed to load resource|Framing '[^']*' violates .* "frame-ancestors 'none'")/;

/** A browser with the panel, which notes what a page must never do. */
export async function open({ panel, out, chromiumPath }) {
  mkdirSync(out, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const faults = [];
  /** A browser of another person: nothing is shared with the first. */
  const another = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", colorScheme: "light" });
    context.setDefaultTimeout(PATIENCE);
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && ![panel, process.env.API].includes(origin)) faults.push(`a request to a third party: ${request.url()}`);
    });
    context.on("page", (page) => {
      page.on("pageerror", (error) => faults.push(`error on the page: ${error}`));
      page.on("dialog", (dialog) => faults.push(`a script ran: ${dialog.message()}`));
      page.on("console", (message) => {
        const text = message.text();
        // Refusals are part of the journey.
        if (message.type() === "error" && !REFUSALS.test(text)) faults.push(`console: ${text}`);
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

/** A number of elements, as soon as there are so many. */
export async function counted(elements, wanted, otherwise) {
  for (let n = 0; n < 50 && (await elements.count()) !== wanted; n++) await elements.page().waitForTimeout(100);
  must((await elements.count()) === wanted, otherwise);
}

/** Takes a picture of the page in its themes and has axe look at it. */
export async function look({ page, out, faults }, name, themes = ["dark", "light"]) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of themes) {
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

/** The budget of a first page: bytes, compressed; milliseconds to the first paint; steadiness (Cumulative Layout Shift). */
const MOST = { bytes: 250_000, paint: 1_000, shift: 0.1 };
const TRIES = 3;

/** Opens a first page in a window of its own. The machine may do something else meanwhile, so that the fastest of three counts. */
export async function mustLoadFast(context, panel, path = "/", title = "Overview") {
  const loads = [];
  do loads.push(await firstLoad(context, panel, path, title));
  while (loads.at(-1).paint > MOST.paint && loads.length < TRIES);
  const { bytes, shift } = loads[0];
  const paint = Math.min(...loads.map((load) => load.paint));
  console.log(`     first load ${Math.round(bytes / 1000)} KB compressed, first paint after ${Math.round(paint)} ms of ${loads.length} tries, layout shift ${shift.toFixed(3)}`);
  must(bytes <= MOST.bytes, `the first load has ${bytes} bytes`);
  must(paint <= MOST.paint, `the first paint took ${paint} ms`);
  must(shift <= MOST.shift, `what was shown moved by ${shift}`);
}

async function firstLoad(context, panel, path, title) {
  const page = await context.newPage();
  // By address: on the way back from sign-in the browser has the files.
  const bodies = new Map();
  page.on("response", (answer) => {
    const { origin, pathname } = new URL(answer.url());
    if (origin === panel && answer.ok()) bodies.set(pathname, answer.body().catch(() => Buffer.alloc(0)));
  });
  await page.goto(panel + path);
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const { paint, shift } = await page.evaluate(() => new Promise((done) => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const sum = (entries) => done({ paint, shift: entries.getEntries().reduce((all, { value }) => all + value, 0) });
    new PerformanceObserver(sum).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done({ paint, shift: 0 }), 500);
  }));
  await page.close();
  const bytes = (await Promise.all(bodies.values())).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return { bytes, paint, shift };
}

/** The longest task of the page's main thread while something runs, in milliseconds of its processor. */
export async function longestTask({ browser, page }, run) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  // Time on the processor: what else the machine does is not the page's fault.
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid} ${tid}`)).map(({ tdur = 0 }) => tdur / 1000);
  must(tasks.length > 0, "no task was traced");
  return Math.max(...tasks);
}

/** The words of journeys, on one page. */
export function on(page, panel) {
  const words = {
    /** Suggestions of fields are texts, too, and not shown. */
    shown: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    gone: (text) => page.getByText(text).first().waitFor({ state: "detached" }),
    heading: (name) => page.getByRole("heading", { name, level: 1 }).waitFor(),
    press: (name) => page.getByRole("button", { name, exact: true }).first().click(),
    nav: (name) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click(),
    /** A field by its label, whether it suggests something or not. */
    field: (name, exact = typeof name === "string") => page.getByRole("textbox", { name, exact }).or(page.getByRole("combobox", { name, exact })).first(),
    /** Waits until a field shows a text, such as the name of what was chosen. */
    holds: async (name, text) => page.waitForFunction(([input, wanted]) => input.value === wanted, [await words.field(name).elementHandle(), text]),
    /** Chooses a suggestion of a field, as the browser tells of it: the list itself is no part of the page. */
    choose: (name, text) => words.field(name).evaluate((input, chosen) => {
      if (![...input.list.options].some(({ value }) => value === chosen)) throw new Error(`${chosen} is not suggested`);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, chosen);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, text),
    region: (name) => page.getByRole("region", { name }),
    /** Goes to another page within the document: a new one would have no token. */
    go: (to) => page.evaluate((path) => { history.pushState(null, "", path); dispatchEvent(new PopStateEvent("popstate")); }, to),
    /** Signs in as a person of the demo tenant, and comes to a page. */
    async enter(who, path, title) {
      await page.goto(panel + path);
      await words.press("Sign in");
      await page.getByRole("button", { name: who }).first().click();
      await words.heading(title);
    },
  };
  return words;
}

/** A device that holds passkeys, and whether it verifies its person. */
export async function passkeys(context, page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    verified: (isUserVerified) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** A refusal of the API, as a route answers it. */
export const problem = (panel, status, kind, more = {}, headers = {}) => ({
  status,
  contentType: "application/problem+json",
  headers: { "access-control-allow-origin": panel, "access-control-expose-headers": "Retry-After, Correlation-Id", ...headers },
  body: JSON.stringify({ type: `https://iam/problems/${kind}`, status, detail: "Refused.", correlation_id: "01a2-test", ...more }),
});
