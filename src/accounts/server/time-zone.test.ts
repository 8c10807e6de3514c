import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const kept = async () => {
  const { user } = await asha.call.accounts.me()
  return { timeZone: user!.timeZone, isTimeZoneChosen: user!.isTimeZoneChosen }
}

test('a device’s zone is kept until the person chooses one, and again once they follow their device', async () => {
  await asha.call.accounts.noticeTimeZone({ timeZone: 'Europe/London' })
  expect(await kept()).toEqual({ timeZone: 'Europe/London', isTimeZoneChosen: false })

  await asha.call.accounts.chooseTimeZone({ timeZone: 'Asia/Dubai', isChosen: true })
  await asha.call.accounts.noticeTimeZone({ timeZone: 'Europe/London' })
  expect(await kept()).toEqual({ timeZone: 'Asia/Dubai', isTimeZoneChosen: true })

  await asha.call.accounts.chooseTimeZone({ timeZone: 'Europe/London', isChosen: false })
  await asha.call.accounts.noticeTimeZone({ timeZone: 'Asia/Kolkata' })
  expect(await kept()).toEqual({ timeZone: 'Asia/Kolkata', isTimeZoneChosen: false })
})

test.each(['Mars/Olympus', '+05:30', ''])('%j is not a zone and is refused', async (timeZone) => {
  for (const change of [
    () => asha.call.accounts.noticeTimeZone({ timeZone }),
    () => asha.call.accounts.chooseTimeZone({ timeZone, isChosen: true }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'request.malformed' })
})
