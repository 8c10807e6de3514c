import { expect, test, vi } from 'vitest'
import { listEndpoints } from '#/app/access.ts'
import type { Client } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })
const [asha, om] = await Promise.all([world.signUp('asha'), world.signUp('om')])
await makeSitter(world.db, { userId: om.userId })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])

const id = newId()
const nothing = { bookingId: id, id }
const bite = { kind: 'bite', severity: 'minor', happened: 'Bit me', done: 'Nothing' } as const
/** Calls each limited endpoint so that it always refuses, because the ids don't exist. */
const refused: Record<string, (call: Client) => Promise<unknown>> = {
  'appointments.endEarly': () => om.call.appointments.endEarly({ id }),
  'appointments.propose': () =>
    om.call.appointments.propose({
      id,
      slot: { date: '2026-11-05', startTime: '10:00', endTime: '10:30' },
    }),
  'booking.wait': (call) => call.booking.wait({ trade: 'veterinary', providerId: id, day: '2026-11-04' }),
  'care.addAddendum': (call) => call.care.addAddendum({ ...nothing, text: 'More' }),
  'care.addIncident': (call) => call.care.addIncident({ bookingId: nothing.id, petId: nothing.id, ...bite }),
  'care.addToIncident': (call) => call.care.addToIncident({ ...nothing, text: 'More' }),
  'care.changeIncident': (call) => call.care.changeIncident({ ...nothing, seen: 1, ...bite }),
  'care.share': (call) => call.care.share(nothing),
  'care.shared': (call) => call.care.shared({ token: 'a-guess' }),
  'households.invitation': (call) => call.households.invitation({ token: 'a'.repeat(43) }),
  'households.remove': (call) => call.households.remove({ id }),
  'messaging.report': (call) => call.messaging.report({ ...nothing, reason: 'Rude' }),
  'messaging.reportBooking': (call) =>
    call.messaging.reportBooking({ ...nothing, kind: 'rude', reason: 'Rude' }),
  'messaging.reportProfile': (call) =>
    call.messaging.reportProfile({ providerId: id, kind: 'rude', reason: 'Rude' }),
  'messaging.send': (call) => call.messaging.send({ ...nothing, text: 'Hello' }),
  'reports.comment': (call) => call.reports.comment({ ...nothing, text: 'Hello' }),
  'reports.complain': (call) => call.reports.complain({ ...nothing, reason: 'Fake' }),
  'reports.message': (call) => call.reports.message({ ...nothing, text: 'Hello' }),
  'reports.create': (call) =>
    call.reports.create({
      status: 'lost',
      species: 'dog',
      petId: id,
      seenAt: '2026-11-02T00:00:00Z',
      place: { area: 'Pune' },
    }),
  'reports.renew': (call) => call.reports.renew(nothing),
  'sitting.agreeToMove': (call) => call.sitting.agreeToMove({ id }),
  'sitting.pause': (call) =>
    call.sitting.pause({ requestId: id, startDate: '2026-11-10', endDate: '2026-11-11' }),
  'shop.addPrescription': (call) =>
    call.shop.addPrescription({ petId: id, file: new File([new Uint8Array(makePdf())], 'scan.pdf') }),
  'shop.askReturn': (call) =>
    call.shop.askReturn({
      ...nothing,
      partId: id,
      lines: [{ lineId: id, quantity: 1 }],
      kind: 'damaged',
      amount: 100,
      note: 'Broken',
    }),
  'shop.deleteReview': (call) => call.shop.deleteReview({ id }),
  'shop.reportReview': (call) => call.shop.reportReview({ id, reason: 'Rude' }),
  'shop.skipAutoship': (call) => call.shop.skipAutoship({ id, dueOn: '2026-11-20' }),
  'support.openTicket': (call) =>
    call.support.openTicket({
      ...nothing,
      topic: 'other',
      subject: 'Help',
      message: 'I need some help here.',
    }),
  'support.replyToTicket': (call) => call.support.replyToTicket({ ...nothing, message: 'More' }),
  'todo.add': (call) => call.todo.add({ title: 'Walk', kind: 'walk', petId: id, dueOn: '2026-11-04' }),
  'todo.remove': (call) => call.todo.remove({ id }),
}

/** Endpoints that are never refused, share another one's count, or have their own code. */
const others = [
  'appointments.resumeStay',
  'notifications.addDevice',
  'support.sendMessage',
  'reports.sight',
  'reports.sightAsGuest',
  'reports.phone',
  'reports.feed',
  'reports.map',
  'shop.products',
  'shop.product',
  'shop.delivery',
  'shop.productReviews',
  'shop.review',
  'shop.answerReview',
  'shop.quote',
  'shop.addProduct',
  'shop.saveDelivery',
  'shop.addToCart',
  'shop.setCartLine',
  'shop.checkout',
  'shop.placeOrder',
  'shop.changeProduct',
  'shop.removeProduct',
  'shop.setProductShown',
  'shop.changeStock',
  'shop.answerPharmacist',
  'shop.askBuyer',
  'shop.addAutoship',
  'shop.changeAutoship',
  'shop.moveAutoship',
  'shop.pauseAutoship',
  'shop.resumeAutoship',
  'shop.agreeToPrice',
  'shop.endAutoship',
  'shop.exportProducts',
  'shop.importProducts',
  'reports.setAlertPlace',
  'reports.complainAboutEntry',
  'reports.change',
  'reports.follow',
  'support.reopenTicket',
  'veterinary.book',
  'training.book',
  'styling.book',
  'sitting.request',
  'sitting.resume',
  'sitting.askToMove',
  'sitting.declineMove',
  'sitting.withdrawMove',
  'sitting.saveBookingRules',
  'packages.buy',
  'households.invite',
  'households.resend',
  'households.share',
  'households.choose',
  'households.leave',
  'households.accept',
  'households.decline',
  'todo.assign',
  'todo.change',
  'todo.snooze',
  'todo.tick',
  'todo.untick',
]

const limited = listEndpoints().filter(({ limit }) => limit)

test('every endpoint with a limit is tried here', () => {
  expect(limited.map(({ name }) => name).toSorted()).toEqual([...Object.keys(refused), ...others].toSorted())
})

test.each(Object.keys(refused))('L6: calls of %s that are refused count like any other', async (name) => {
  const { max } = limited.find((endpoint) => endpoint.name === name)!.limit!
  const codes: string[] = []
  for (let call = 0; call <= max; call++)
    codes.push(
      await refused[name]!(asha.call).then(
        () => 'done',
        (error) => error.code,
      ),
    )
  expect(new Set(codes.slice(0, -1)).size).toBe(1)
  expect(codes[0]).toMatch(/not_found/)
  expect(codes.at(-1)).toBe('request.too_many')
})
