import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A tab: the browser's storage with freshly loaded modules. */
let wanted: typeof import('./wanted-page.ts')

beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  await load()
})
afterEach(() => vi.unstubAllGlobals())

async function load() {
  vi.resetModules()
  wanted = await import('./wanted-page.ts')
}

test('a page that a visitor wanted is offered to the first user who logs in, also after a reload', async () => {
  wanted.rememberWantedPage('/todo?from=mail')
  await load()
  expect(wanted.wantedPage('asha')).toEqual({ path: '/todo?from=mail', title: 'To-Do', onward: null })
  wanted.claimWantedPage('asha')
  expect(wanted.wantedPage('asha')).toEqual({ path: '/todo?from=mail', title: 'To-Do', onward: null })
})

test('after an hour it is offered no more', () => {
  vi.useFakeTimers()
  wanted.rememberWantedPage('/todo')
  vi.advanceTimersByTime(59 * 60_000)
  expect(wanted.wantedPage('asha')).not.toBeNull()
  vi.advanceTimersByTime(2 * 60_000)
  expect(wanted.wantedPage('asha')).toBeNull()
  vi.useRealTimers()
})

test('a page that one user wanted isn’t offered to the next user in the tab', async () => {
  wanted.rememberWantedPage('/todo')
  wanted.claimWantedPage('asha')
  await load()
  expect(wanted.wantedPage('ravi')).toBeNull()
  wanted.claimWantedPage('ravi')
  expect(wanted.wantedPage('asha')).toBeNull()
})

test('a page left because the session had ended is kept for that person alone', () => {
  wanted.claimWantedPage('asha')
  wanted.rememberWantedPage('/appointments')
  expect(wanted.wantedPage('ravi')).toBeNull()
  expect(wanted.wantedPage('asha')).toMatchObject({ title: 'Appointments' })
})

test('logging out forgets the page and the person', () => {
  wanted.claimWantedPage('asha')
  wanted.rememberWantedPage('/todo')
  wanted.forgetPerson()
  expect(wanted.wantedPage('asha')).toBeNull()
  wanted.rememberWantedPage('/todo')
  expect(wanted.wantedPage('ravi')).toMatchObject({ path: '/todo' })
})

test('a user who reaches the page otherwise isn’t sent there again', () => {
  wanted.rememberWantedPage('/todo?from=mail')
  wanted.arriveAtPage('/services')
  expect(wanted.wantedPage('asha')).not.toBeNull()
  wanted.arriveAtPage('/todo')
  expect(wanted.wantedPage('asha')).toBeNull()
})

test('neither the dashboard nor another site’s URL is offered', () => {
  for (const path of [
    '/dashboard',
    '/dashboard?x=1',
    '//evil.example',
    '/\\\\evil.example',
    'https://evil.example',
  ])
    wanted.rememberWantedPage(path)
  expect(wanted.wantedPage('asha')).toBeNull()
})

test('foreign values in the storage aren’t offered', () => {
  const since = Date.now()
  const kept = [
    { path: 7, since },
    { path: '//evil.example', since },
    { path: '/todo' },
    { path: '/todo', since: '' },
  ]
  for (const text of ['/todo', '{', '7', 'null', ...kept.map((value) => JSON.stringify(value))]) {
    localStorage.setItem('pawfolk.wanted-page', text)
    expect(wanted.wantedPage('asha'), text).toBeNull()
  }
})
