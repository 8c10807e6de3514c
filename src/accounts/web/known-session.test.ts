import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const asha = { user: { id: 'asha', name: 'Asha' } }
const ravi = { user: { id: 'ravi', name: 'Ravi' } }
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const ask = vi.fn<(path: string) => Promise<Response>>()

let session: typeof import('./known-session.ts')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ask)
  ask.mockReset()
  vi.resetModules()
  session = await import('./known-session.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('after a lost connection or from a busy server it asks again, and the next answer counts', async () => {
  ask
    .mockRejectedValueOnce(new TypeError('lost'))
    .mockResolvedValueOnce(answer({}, 503))
    .mockResolvedValueOnce(answer(asha))
  const asked = session.askForSession()
  await vi.advanceTimersByTimeAsync(3_000)
  await asked
  expect(session.knownSession()).toEqual({ user: asha.user, failed: false })
})

test('a refusal is not retried, and keeps the known person', async () => {
  ask.mockResolvedValueOnce(answer(asha)).mockResolvedValueOnce(answer({}, 400))
  await session.askForSession()
  await session.askForSession()
  expect(ask).toHaveBeenCalledTimes(2)
  expect(session.knownSession()).toEqual({ user: asha.user, failed: true })
})

test('an answer to an earlier request is dropped', async () => {
  let early = (_answer: Response) => {}
  ask.mockReturnValueOnce(new Promise((resolve) => (early = resolve))).mockResolvedValueOnce(answer(ravi))
  const first = session.askForSession()
  await session.askForSession()
  early(answer(asha))
  await first
  expect(session.knownSession().user).toEqual(ravi.user)
})

test('logging out takes effect at once, also for answers that are still loading', async () => {
  let late = (_answer: Response) => {}
  ask.mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  const asked = session.askForSession()
  session.nobodyIsSignedIn()
  late(answer(asha))
  await asked
  expect(session.knownSession().user).toBeNull()
})

test('an answer is fetched again once it is five minutes old', async () => {
  ask.mockImplementation(async () => answer(asha))
  session.askUnlessFresh()
  session.askUnlessFresh()
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1)
  session.askUnlessFresh()
  expect(ask).toHaveBeenCalledTimes(2)
})
