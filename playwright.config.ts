import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { freePort } from './scripts/free-port.ts'

// Each worker reads this file again and has to come to the same address.
process.env['E2E_URL'] ??= `http://127.0.0.1:${await freePort()}`

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/app-under-test.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: true,
  // Where nobody looks on, a machine that stops for seconds costs no landing; what took a second try is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_URL'],
    browserName: 'chromium',
    launchOptions: await launchOptions(),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // The snapshots tell what a film would; filming costs a tenth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  // A story is told at both widths, unless its tag says where: `@once` where the width makes no difference to it.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@once|@desktop-only/,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
})
