import { expect, expectAccessible, test } from './fixture.ts'

/** Messages on the console fail a story, so these two are expected to fail. */
test.describe('the console is watched', () => {
  test('in another person’s window', async ({ openWindow }) => {
    test.fail()
    const other = await openWindow()
    await other.goto('/')
    await other.evaluate('console.error("planted")')
  })

  test('in a second tab, also for uncaught errors', async ({ page, context }) => {
    test.fail()
    await page.goto('/')
    const tab = await context.newPage()
    await tab.goto('/')
    const thrown = context.waitForEvent('weberror')
    await tab.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))))
    await thrown
  })
})

test('another person’s window has the story’s options, and its expected messages are allowed', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/planted/)
  const other = await openWindow()
  expect(other.viewportSize()).toEqual(page.viewportSize())
  await other.goto('/')
  await other.evaluate('console.warn("planted")')
})

test('a fading toast isn’t reported as low contrast', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const notice = document.createElement('p')
    notice.textContent = 'Saved'
    Object.assign(notice.style, { background: 'white', color: 'black', transition: 'opacity 150ms linear' })
    document.querySelector('main')!.append(notice)
    setInterval(() => {
      notice.style.opacity = notice.style.opacity === '0' ? '1' : '0'
    }, 160)
  })
  for (let times = 0; times < 5; times++) await expectAccessible(page)
})
