/** A picture of a page, taken by the Chromium of this machine (Debian package chromium, or CHROMIUM=<path>). */
import { chromium } from "playwright-core";

/** Opens the file, runs `act` like a person, and resolves with the PNG. */
export async function pictureOfPage(path, { width, height, colorScheme = "light" }, act = async () => {}) {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce", colorScheme });
    await page.goto(`file://${path}`);
    await act(page);
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
