// The list of grants in a tenant that has a million of them, from the running service.
import { longestTask, look, must, mustLoadFast, on, open, step } from "./harness.mjs";

const { PANEL: panel, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
/** In milliseconds of the processor. */
const MOST_TASK = 200;
/** While the service loads the policy of the tenant it denies everything, and the page says so. */
const LOADING = 120_000;
const PAGES = 20;
const scene = await open({ panel, out, chromiumPath });
const { page, context, faults, browser } = scene;
const { heading, enter, go, press, field } = on(page, panel);
const list = page.getByRole("region", { name: "List of grants" });
const rows = list.locator("tbody tr");

/** Reads the next page; the list is not busy any more, and its last row is another. */
async function more() {
  const last = await rows.last().innerText();
  await press("Show more");
  await page.waitForFunction((before) => {
    const region = document.querySelector('[aria-label="List of grants"]');
    const now = region?.querySelector("tbody tr:last-child");
    return region?.getAttribute("aria-busy") === "false" && now?.innerText !== before;
  }, last);
}

try {
  await step("the first page of all grants", async () => {
    await enter(/Ada/, "/grants", "Grants");
    await rows.first().waitFor({ timeout: LOADING });
    await mustLoadFast(context, panel, "/grants", "Grants");
  });

  await step(`${PAGES} pages without a long task`, async () => {
    const longest = await longestTask(scene, async () => {
      for (let n = 0; n < PAGES; n++) await more();
    });
    console.log(`     ${50 * (PAGES + 1)} rows read, ${await rows.count()} on the page, longest task ${Math.round(longest)} ms`);
    must((await rows.count()) <= 300, `${await rows.count()} rows are kept`);
    must(longest <= MOST_TASK, `a task took ${longest} ms`);
    await look(scene, "grants-million");
  });

  await step("a filter finds the grants of one role, and none where there are none", async () => {
    const longest = await longestTask(scene, async () => {
      await go("/grants");
      await field("Role or permission").fill("docs:reader");
      await press("Filter");
      await page.waitForURL(/key=docs/);
      await rows.filter({ hasText: "docs:reader" }).first().waitFor();
      for (let n = 0; n < 5; n++) await more();
    });
    console.log(`     longest task ${Math.round(longest)} ms`);
    must(longest <= MOST_TASK, `a task took ${longest} ms`);
    await go("/grants?key=docs:nothing");
    await page.getByText("No grant matches.").waitFor();
    await heading("Grants");
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
