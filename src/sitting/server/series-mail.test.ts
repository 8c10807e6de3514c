import { afterAll, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { attachedCalendarsIn, calendarIn } from '#/kernel/testing/calendar-mail.ts'
import { startMailServer } from '#/kernel/testing/smtp-server.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)
const world = await openWorld({ SMTP_URL: mailServer.url, SITTING_PAYMENTS: 'off' })
const { db } = world
const { jobs } = world.app
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
await db
  .updateTable('users')
  .set({ email_verified: true })
  .where('id', 'in', [asha.userId, om.userId])
  .execute()

async function settled() {
  while ((await jobs.deliverEvents(world.clock.now)) > 0);
}

const calendarsOf = ({ email }: Person) =>
  mailServer.received
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => ({ invitation: calendarIn(text), more: attachedCalendarsIn(text) }))
    .filter(({ invitation }) => invitation !== null)

/** Makes weekly walks on Tuesdays and Fridays, and returns the upcoming ones. */
async function weeklyWalks() {
  const { requests } = await asha.call.sitting.request({
    service: 'dog-walking',
    schedule: 'repeat-weekly',
    startDate: '2026-11-03',
    endDate: null,
    daysOfWeek: ['tuesday', 'friday'],
    startTime: '07:00',
    endTime: '08:00',
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    getsAlong: true,
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
  })
  await om.call.appointments.accept({ id: requests[0]!.id })
  return (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
}

test('the mail about an ended repeat removes each of its walks from both sides’ calendars', async () => {
  const walks = await weeklyWalks()
  const file = await fetch(`${world.url}/calendar/${walks[1]!.id}.ics`, { headers: { cookie: asha.cookie } })
  const known = Number(/SEQUENCE:(\d+)/.exec(await file.text())?.[1])
  // Cancelled before, so its own mail has removed it.
  await asha.call.appointments.cancel({ id: walks[2]!.id })
  await settled()
  mailServer.received.splice(0)
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await om.call.sitting.end({ requestId: walks[0]!.series!.id })
  await settled()
  const left = walks.filter(({ id }) => id !== walks[2]!.id)
  for (const person of [asha, om]) {
    const [mail, ...others] = calendarsOf(person)
    expect(others).toEqual([])
    const { invitation, more } = mail!
    const files = [invitation!, ...more]
    // RFC 5546 wants one UID in each object, and Outlook applies only the first event of a file.
    for (const { header, field, file } of files) {
      expect([field('METHOD'), /method=(\w+)/i.exec(header)?.[1]]).toEqual(['CANCEL', 'CANCEL'])
      expect(file.match(/^BEGIN:V(CALENDAR|EVENT)/gm)).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
    }
    expect(files.map(({ field }) => [field('UID'), field('DTSTART'), field('STATUS')])).toEqual(
      left.map(({ id, startsAt }) => [
        `${id}@localhost`,
        startsAt.toISOString().replace(/[-:]|\.000/g, ''),
        'CANCELLED',
      ]),
    )
    for (const { field } of files) expect(Number(field('SEQUENCE'))).toBeGreaterThan(known)
  }
})
