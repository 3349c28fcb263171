// A person of the platform signs in with a passkey and sees what the platform alone has: keys and health.
import { look, must, on, open, passkeys, step } from "./harness.mjs";

const { PANEL: panel, LINK: link, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, context, faults, browser } = scene;
const { shown, heading, press, nav, region } = on(page, panel);

try {
  await passkeys(context, page);

  await step("the invited person makes a passkey and signs in", async () => {
    await page.goto(link);
    await press("Create a passkey");
    await heading("Passkey created");
    await page.goto(`${panel}/keys`);
    await press("Sign in");
    await press("Sign in with a passkey");
    await heading("Signing keys");
  });

  await step("signing keys with their life, and acts that say their effect", async () => {
    const keys = region("List of signing keys").locator("tbody tr");
    await keys.filter({ hasText: "token, ES256" }).filter({ hasText: "active" }).first().waitFor();
    await keys.filter({ hasText: /^.*audit, / }).first().waitFor();
    await look(scene, "keys");
    await press("Rotate token key…");
    await shown("The standby key signs at once");
    await look(scene, "keys-rotate");
    await page.keyboard.press("Escape");
    await page.getByLabel("Status", { exact: true }).selectOption("active");
    await press("Filter");
    await page.waitForURL(/status=active/);
    await page.getByRole("button", { name: /^Revoke/ }).first().click();
    await shown("This is final.");
    await page.keyboard.press("Escape");
  });

  await step("health: the checks of the server, and its unsafe settings", async () => {
    await nav("Operate");
    await page.getByRole("link", { name: "Health" }).click();
    await heading("Health");
    await page.getByRole("row").filter({ hasText: "signing-key" }).filter({ hasText: /ready/ }).waitFor();
    await region("List of unsafe settings").waitFor();
    await look(scene, "health");
    await page.setViewportSize({ width: 360, height: 740 });
    must((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "health is too wide");
    await look(scene, "health-narrow", ["dark"]);
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
