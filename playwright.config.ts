import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { freePort } from './scripts/free-port.ts'

// Every worker reads this file and must get the same address.
process.env['E2E_URL'] ??= `http://127.0.0.1:${await freePort()}`

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/app-under-test.ts',
  outputDir: 'test-results/browser',
  // Two on CI's two cores, which they keep busy.
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  // In CI a machine may stall for seconds; a story that needed its second try is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Long enough for a busy machine; a story that hangs still ends.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_URL'],
    browserName: 'chromium',
    launchOptions: await launchOptions(),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Only the stories of the offline app need the worker; in others, it would answer in place of the network.
    serviceWorkers: 'block',
    // Drawing transitions without a graphics card would cost a fifth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every story would cost a sixth of the time. `-- --trace=retain-on-failure` records here as well.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // A story runs once, and looks at both widths where it asks for accessibility; `@both`: its subject is the width.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone-only|@both/,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
})
