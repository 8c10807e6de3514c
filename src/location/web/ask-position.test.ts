import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askExactPosition, askPosition } from './ask-position.ts'

type Asked = Parameters<typeof navigator.geolocation.getCurrentPosition>

const onPosition = vi.fn()
const onFailure = vi.fn()
let asked: Asked | undefined
const browser = (isSecureContext = true) => ({
  isSecureContext,
  navigator: {
    geolocation: {
      getCurrentPosition(...how: Asked) {
        asked = how
      },
    },
  },
})
const answer = (latitude: number, longitude: number) =>
  asked![0]({ coords: { latitude, longitude } } as GeolocationPosition)
const refuse = (code: number) => asked![1]!({ code } as GeolocationPositionError)

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  asked = undefined
})
afterEach(() => vi.useRealTimers())

test('a position is asked for at low accuracy, within ten seconds, and one of five minutes ago will do', () => {
  askPosition(onPosition, onFailure, browser())
  expect(asked![2]).toEqual({ enableHighAccuracy: false, timeout: 10_000, maximumAge: 300_000 })
})

test('it is never finer than two decimals', () => {
  askPosition(onPosition, onFailure, browser())
  answer(12.971599, -0.001)
  expect(onPosition).toHaveBeenCalledExactlyOnceWith({ lat: 12.97, lon: 0 })
  vi.advanceTimersByTime(60_000)
  expect(onFailure).not.toHaveBeenCalled()
})

test('where something happened is asked for exactly', () => {
  askExactPosition(onPosition, onFailure, browser())
  expect(asked![2]).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 })
  answer(12.971599, 77.594566)
  expect(onPosition).toHaveBeenCalledExactlyOnceWith({ lat: 12.971599, lon: 77.594566 })
})

test.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
  [99, 'unavailable'],
])('the browser’s error %i means %s', (code, reason) => {
  askPosition(onPosition, onFailure, browser())
  refuse(code)
  vi.advanceTimersByTime(60_000)
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(reason)
})

test('a browser that doesn’t answer has timed out after ten seconds, and may still answer later', () => {
  askPosition(onPosition, onFailure, browser())
  vi.advanceTimersByTime(9_999)
  expect(onFailure).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('timeout')
  refuse(1)
  expect(onFailure).toHaveBeenCalledOnce()
  answer(18.52, 73.85)
  expect(onPosition).toHaveBeenCalledOnce()
})

test('without geolocation, or over an insecure connection, it is not supported', () => {
  askPosition(onPosition, onFailure, { isSecureContext: true, navigator: {} })
  askPosition(onPosition, onFailure, browser(false))
  expect(onFailure.mock.calls).toEqual([['unsupported'], ['unsupported']])
  expect(asked).toBeUndefined()
})
