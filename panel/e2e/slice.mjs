// What every build sees: a person signs in, looks at the posture, asks why someone is denied, and logs out.
import { look, must, mustLoadFast, on, open, step } from "./harness.mjs";

const { PANEL: panel, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, context, faults, browser } = scene;
const { shown, heading, nav, enter, field, press } = on(page, panel);

try {
  await step("sign in, and see the posture with real figures", async () => {
    await enter(/Ada/, "/", "Overview");
    await page.getByRole("img", { name: /Decisions over time/ }).waitFor();
    const asked = await page.getByRole("link", { name: /^Asked/ }).locator("dd > span").innerText();
    must(Number(asked.replace(",", "")) >= 60, `${asked} decisions`);
    await shown("Intact");
  });

  await step("the theme changes, and comes back", async () => {
    for (const [now, next] of [["Auto theme", "Dark theme"], ["Dark theme", "Light theme"], ["Light theme", "Auto theme"]]) {
      await press(now);
      await page.getByRole("button", { name: next }).waitFor();
    }
  });

  await step("ask, and see why not", async () => {
    await nav("Ask");
    await heading("Ask");
    await field("Who").fill("user:bob");
    await field("Permission").fill("warehouse:stock.adjust");
    await press("Ask");
    await shown(/missing:/);
    await look(scene, "slice-ask");
  });

  await step("the index names its files with their hashes, and the policy lets no script in otherwise", async () => {
    const answer = await fetch(panel);
    const tags = [...(await answer.text()).matchAll(/<(?:script|link|style)\b[^>]*>/g)].map(([tag]) => tag);
    const files = tags.filter((tag) => tag.includes("/assets/"));
    must(files.length >= 2 && files.every((tag) => /integrity="sha384-[\w+/]{64}"/.test(tag)), `not all have a hash: ${files}`);
    must(tags.every((tag) => !tag.startsWith("<style") && (!tag.startsWith("<script") || tag.includes(" src="))), `something is inline: ${tags}`);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    must(/script-src 'self';/.test(policy) && /require-trusted-types-for 'script'/.test(policy) && !/unsafe/.test(policy), policy);
  });

  await step("the first load is small", () => mustLoadFast(context, panel));

  await step("log out", async () => {
    await press("Log out");
    await heading("You are signed out");
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
