import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './e2e/browser.ts'
import { mantineCss } from './scripts/web/mantine-css.ts'
import { themeVariables } from './scripts/web/theme-variables.ts'

const shared = {
  setupFiles: ['src/kernel/testing/console-guard.ts'],
  // Files share their process's modules, because importing them would take a third of the time. They share no data: each
  // opens its own world, and restores whatever it replaces.
  isolate: false,
}

export default defineConfig({
  test: {
    // More forks than cores, because a third of the time they wait: for Postgres, or for a clock.
    pool: 'forks',
    maxWorkers: Math.max(3, Math.ceil(1.5 * availableParallelism())),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/web/*.test.ts'],
          exclude: ['**/server/**', 'src/app/*.test.ts', '**/*.browser.test.tsx'],
          ...shared,
          // Generous, so that a busy machine doesn't fail a test but a hanging one still ends.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['src/**/server/**/*.test.ts', '{src/app,db/seed,scripts}/*.test.ts'],
          globalSetup: ['src/kernel/testing/global-setup.ts'],
          ...shared,
          setupFiles: [...shared.setupFiles, 'src/kernel/testing/write-counts.ts'],
          // In CI a machine may stall for seconds; a test that needed its second try is listed at the end.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [mantineCss(), themeVariables()],
        define: {
          __PRODUCT_NAME__: JSON.stringify('Pawfolk'),
          __HAS_WORKER__: 'false',
          __SOURCE_URL__: 'null',
        },
        // Found at the start: a package found later would reload the page in the middle of a test.
        optimizeDeps: {
          entries: [
            'src/app/testing/browser/*.{ts,tsx}',
            'src/*/web/**/*.tsx',
            'src/app/{pages,shell}/*.tsx',
          ],
          include: ['axe-core'],
        },
        test: {
          name: 'components',
          include: ['src/**/*.browser.test.tsx'],
          setupFiles: ['src/app/testing/browser/setup.ts'],
          isolate: false,
          fileParallelism: false,
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          // After the others, which keep both cores busy.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await launchOptions(),
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
