/** `make screenshot`: draws the explorer of a running service (BASE) as the picture of the README. */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const BASE = process.env.BASE || 'http://localhost:3000';
const HOUSE = '/?lat=59.61&lng=16.55&f=27_180_10&v=2&l=en';
const FILE = fileURLToPath(new URL('../pages/screenshot.png', import.meta.url));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1120, height: 760 } });
  await page.goto(BASE + HOUSE, { waitUntil: 'networkidle' });
  await page.screenshot({ path: FILE });
  console.log(FILE);
} finally {
  await browser.close();
}
