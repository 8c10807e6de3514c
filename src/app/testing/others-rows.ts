import { makeMember } from '#/households/server/household.factory.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { makeThread } from '#/messaging/server/factory.ts'
import { insertNotification } from '#/notifications/server/queries.ts'
import { makeOffer, makeUnpaidPackage } from '#/packages/server/packages.factory.ts'
import { makeMethod, makePayment } from '#/payments/server/factory.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { addEntry } from '#/reports/server/entries.ts'
import { makeReport } from '#/reports/server/report.factory.ts'
import { makeAutoship } from '#/shop/server/autoship/autoship.factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { homeAddress } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeReviews } from '#/shop/server/reviews/review.factory.ts'
import { makeMeet } from '#/sitting/server/meet/meet.factory.ts'
import { makeSitter, makeSittingRequest } from '#/sitting/server/sitter.factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTicket } from '#/support/server/ticket.factory.ts'
import { makeTask } from '#/todo/server/factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import type { Cast } from './cast.ts'
import type { Person } from './people.ts'

/** A row unknown to the callers, for one id in an endpoint's input. */
export type OthersRow = {
  /** People who may call the endpoint, but have nothing to do with the row. */
  callers: (keyof Cast)[]
  id: string
  /** Valid except for the id. */
  input(id: string): Record<string, unknown>
  /** The refusal, if it isn't "not found". */
  code?: string
}

type World = { db: Db; signUp(name: string): Promise<Person>; clock: { now: Date } }

/**
 * Makes somebody else's row for each id that an endpoint takes, by `endpoint:field`, or says why there is none. A test
 * requires every id of the contract here.
 */
export async function makeOthersRows({
  db,
  signUp,
  clock,
}: World): Promise<Record<string, OthersRow | string>> {
  const [owner, vet, hidden] = await Promise.all(['zoya', 'kabir', 'draft'].map(signUp))
  const vetId = await makeVet(db, {
    userId: vet!.userId,
    fullName: 'Kabir Shah',
    teleconsultation: true,
  })
  const unlisted = await makeVet(db, {
    userId: hidden!.userId,
    fullName: 'Not Yet Verified',
    verificationStatus: 'submitted',
  })
  const stylistId = await makeStylist(db, { userId: vet!.userId })
  const unfinished = await makeStylist(db, { userId: hidden!.userId, specializations: [] })
  const { id: petId } = await makePet(db, { ownerId: owner!.ownerId })
  const closed = { state: 'withdrawn', closed_at: clock.now } as const
  const withdrawn = await makeReport(db, { userId: owner!.userId, at: clock.now, facts: closed })
  const report = await makeReport(db, { userId: owner!.userId, at: clock.now })
  const today = '2026-11-02'
  const ofOwner = { userId: owner!.userId, startsOn: today, now: clock.now }
  const task = await makeTask(db, ofOwner)
  const { id: tick } = await db
    .selectFrom('task_ticks')
    .select('id')
    .where('task_id', '=', await makeTask(db, { ...ofOwner, ticks: [{ on: today, at: clock.now }] }))
    .executeTakeFirstOrThrow()
  const ofHousehold = { userId: owner!.userId, petIds: [petId], now: clock.now }
  const member = await makeMember(db, { ...ofHousehold, memberId: vet!.userId, email: vet!.email })
  const entry = await addEntry(db, {
    reportId: report,
    userId: owner!.userId,
    kind: 'comment' as const,
    text: 'Mine',
    now: clock.now,
  })
  const hiddenEntry = await addEntry(db, {
    reportId: withdrawn,
    userId: owner!.userId,
    kind: 'comment' as const,
    text: 'Mine',
    now: clock.now,
  })
  const appointment = (status: 'pending' | 'confirmed', day: string) =>
    makeAppointment(db, { ownerId: owner!.ownerId, vetId, status, startsAt: new Date(`${day}T05:00:00Z`) })
  const pending = await appointment('pending', '2026-11-05')
  const confirmed = await appointment('confirmed', '2026-11-06')
  const proposalId = newId()
  const ended = await appointment('confirmed', '2026-10-30')
  const missed = await makeAppointment(db, {
    ownerId: owner!.ownerId,
    vetId,
    status: 'no_show',
    startsAt: new Date('2026-11-01T22:00:00Z'),
  })
  const notification = newId()
  await insertNotification(db, {
    id: notification,
    userId: owner!.userId,
    source: 'test',
    type: 'booking',
    title: 'Not yours',
    message: 'Not yours',
    metadata: {},
    inBell: true,
    now: clock.now,
  })
  const vaccination = await makeVaccination(db, { petId, givenOn: '2026-01-01' })
  const [session] = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', owner!.userId)
    .execute()
  const [hours] = await db
    .selectFrom('veterinary_schedules')
    .select('id')
    .where('veterinary_id', '=', vetId)
    .execute()
  const holiday = newId()
  await db
    .insertInto('veterinary_holidays')
    .values({ id: holiday, veterinary_id: vetId, start_date: '2026-11-20', end_date: '2026-11-21' })
    .execute()
  const document = newId()
  await db
    .insertInto('uploads')
    .values({
      id: document,
      user_id: vet!.userId,
      bytes: 1,
      is_private: true,
      content_type: 'application/pdf',
      name: 'licence.pdf',
    })
    .execute()
  await db
    .insertInto('verification_documents')
    .values({
      upload_id: document,
      record: 'veterinary_doctor',
      record_id: vetId,
      user_id: vet!.userId,
      created_at: clock.now,
    })
    .execute()
  const ticket = await makeTicket(db, {
    userId: owner!.userId,
    said: [{ at: clock.now, text: 'Not yours' }],
  })
  const methodId = await makeMethod(db, owner!.userId)
  const paymentId = await makePayment(db, {
    appointmentId: pending,
    payerUserId: owner!.userId,
    payeeUserId: vet!.userId,
  })
  const [message] = await makeThread(db, {
    bookingId: confirmed,
    said: [{ by: 'owner', text: 'Not yours', at: clock.now }],
  })
  const note = newId()
  await db
    .insertInto('visit_notes')
    .values({
      id: note,
      pet_id: petId,
      author_user_id: owner!.userId,
      author_side: 'owner',
      type: 'note',
      happened_on: '2026-10-01',
      history: 'Not yours',
      created_at: clock.now,
      updated_at: clock.now,
    })
    .execute()
  const bite = { kind: 'bite', severity: 'minor', happened: 'Not yours', done: 'Nothing' } as const
  const incident = newId()
  await db.insertInto('appointment_pets').values({ appointment_id: ended, pet_id: petId }).execute()
  await db
    .insertInto('incidents')
    .values({
      id: incident,
      appointment_id: ended,
      pet_id: petId,
      position: 1,
      author_user_id: vet!.userId,
      ...bite,
      created_at: clock.now,
      updated_at: clock.now,
    })
    .execute()
  const picture = newId()
  await db
    .insertInto('uploads')
    .values({
      id: picture,
      user_id: owner!.userId,
      bytes: 1,
      is_private: true,
      content_type: 'image/webp',
      name: 'bruno.webp',
      width: 1,
      height: 1,
    })
    .execute()
  await db
    .insertInto('visit_pictures')
    .values({
      upload_id: picture,
      appointment_id: ended,
      pet_id: petId,
      moment: 'after',
      position: 1,
      created_at: clock.now,
    })
    .execute()
  const draft = newId()
  const booking = { booking_id: ended }
  await db
    .insertInto('visit_notes')
    .values({
      id: draft,
      pet_id: petId,
      author_user_id: vet!.userId,
      author_side: 'provider',
      ...booking,
      type: 'note',
      happened_on: '2026-10-30',
      created_at: clock.now,
      updated_at: clock.now,
    })
    .execute()
  const link = newId()
  await db
    .insertInto('visit_note_links')
    .values({
      id: link,
      note_id: note,
      user_id: owner!.userId,
      token_hash: Buffer.from('not yours'),
      created_at: clock.now,
      expires_at: new Date(clock.now.getTime() + DAY),
    })
    .execute()
  const rating = await makeRating(db, {
    appointmentId: await makeAppointment(db, {
      ownerId: owner!.ownerId,
      vetId,
      status: 'completed',
      startsAt: new Date('2026-10-20T05:00:00Z'),
    }),
    providerId: vetId,
    ownerId: owner!.ownerId,
    stars: 2,
  })
  const apiToken = newId()
  await db
    .insertInto('api_tokens')
    .values({
      id: apiToken,
      user_id: owner!.userId,
      name: 'Not yours',
      start: 'pf_none',
      token_hash: 'not yours',
      scopes: ['pets:read'],
      created_at: clock.now,
    })
    .execute()
  const wait = newId<'wait'>()
  await db
    .insertInto('booking_waits')
    .values({
      id: wait,
      user_id: owner!.userId,
      trade: 'veterinary',
      provider_id: vetId,
      day: '2026-11-05',
      asked_at: clock.now,
    })
    .execute()
  const offeringTrainer = await makeTrainer(db, { userId: owner!.userId, fullName: 'Zoya Khan' })
  const offerId = await makeOffer(db, { trainerId: offeringTrainer })
  const packageId = await makeUnpaidPackage(db, { offerId, ownerId: hidden!.ownerId })
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  const hour = { ...slot, endTime: '11:00' }
  const trainerId = await makeTrainer(db, { userId: vet!.userId, offersOnline: true })
  const unlistedTrainer = await makeTrainer(db, { userId: hidden!.userId, verificationStatus: 'rejected' })
  const aboutSession = { slot, sessionType: 'Puppy Training' }
  const anyone: (keyof Cast)[] = ['pet_owner', 'bare']
  const everyone: (keyof Cast)[] = [...anyone, 'veterinary_doctor']
  const sellers: (keyof Cast)[] = ['supplier', 'pharmacist']
  const plainProduct = {
    name: 'Oats',
    brand: 'Oat House',
    category: 'food',
    species: ['dog'],
    taxClass: 'food',
    variants: [{ name: '1 kg', price: 100 }],
  }
  const otherVet: (keyof Cast)[] = ['veterinary_doctor']
  const sitterId = await makeSitter(db, { userId: vet!.userId })
  const unlistedSitter = await makeSitter(db, { userId: hidden!.userId, services: [] })
  const sittingRequest = await makeSittingRequest(db, {
    ownerId: owner!.ownerId,
    sitterId,
    startsAt: new Date('2026-11-12T04:00:00Z'),
    petIds: [petId],
  })
  const { appointment_id: sittingAppointment } = await db
    .selectFrom('sitting_details')
    .select('appointment_id')
    .where('request_id', '=', sittingRequest)
    .executeTakeFirstOrThrow()
  const sittingMove = newId()
  await db
    .insertInto('sitting_moves')
    .values({
      id: sittingMove,
      appointment_id: sittingAppointment,
      asked_by: 'owner',
      starts_at: new Date('2026-11-13T04:00:00Z'),
      ends_at: new Date('2026-11-13T12:00:00Z'),
      answer_by: new Date('2026-11-03T04:00:00Z'),
      created_at: new Date('2026-11-02T04:00:00Z'),
    })
    .execute()
  const sittingPause = newId()
  await db
    .insertInto('sitting_pauses')
    .values({
      id: sittingPause,
      request_id: sittingRequest,
      start_date: '2026-11-20',
      end_date: '2026-11-21',
      made_by: 'owner',
      created_at: new Date('2026-11-01T04:00:00Z'),
    })
    .execute()
  const ofCard = (rest: object): OthersRow => ({
    id: sittingAppointment,
    callers: ['pet_owner', 'pet_sitter'],
    input: (id) => ({ appointmentId: id, day: '2026-11-12', ...rest }),
  })
  const idOf = (id: string, callers: (keyof Cast)[], rest = {}): OthersRow => ({
    id,
    callers,
    input: (given) => ({ id: given, ...rest }),
  })
  const meet = await makeMeet(db, {
    ownerId: owner!.ownerId,
    sitterId,
    petIds: [petId],
    at: clock.now,
    times: [new Date('2026-11-12T04:00:00Z')],
  })
  const ofMeet = (rest = {}) => idOf(meet, ['pet_owner', 'pet_sitter'], rest)
  const meetTimes = [{ date: '2026-11-12', time: '10:00' }]
  const meetAsk = { service: 'day-care', kind: 'public', place: 'Cubbon Park', times: meetTimes }
  const leftOutAsk = { service: 'day-care', startDate: '2026-11-10' }
  const sittingAsk = {
    service: 'day-care',
    startDate: '2026-11-12',
    emergencyName: 'Kavya',
    emergencyPhone: '+919810012345',
    disclaimerAccepted: true,
  }
  const sellerId = await makeSupplier(db, { userId: vet!.userId, at: clock.now })
  const unlistedProduct = await makeProduct(db, { sellerId, at: clock.now, facts: { state: 'draft' } })
  const soldProduct = await makeProduct(db, { sellerId, at: clock.now })
  const order = await makeOrder(db, {
    userId: owner!.userId,
    variantId: soldProduct.variantIds[0]!,
    steps: [{ to: 'placed', by: 'owner', at: clock.now }],
  })
  const withdrawnProduct = await makeProduct(db, { sellerId, at: clock.now, facts: { state: 'withdrawn' } })
  const deliver = ({ variantIds }: typeof soldProduct) =>
    makeOrder(db, {
      userId: owner!.userId,
      variantId: variantIds[0]!,
      steps: (['placed', 'packed', 'shipped', 'delivered'] as const).map((to) => ({
        to,
        by: to === 'placed' ? 'owner' : 'seller',
        at: clock.now,
      })),
    })
  const delivered = await deliver(soldProduct)
  const [review, hiddenReview] = await makeReviews(db, [
    {
      productId: soldProduct.id,
      userId: owner!.userId,
      partId: delivered.partId,
      stars: 2,
      at: clock.now,
    },
    {
      productId: withdrawnProduct.id,
      userId: owner!.userId,
      stars: 2,
      at: clock.now,
      partId: (await deliver(withdrawnProduct)).partId,
    },
  ])
  const autoship = await makeAutoship(db, {
    userId: owner!.userId,
    variantId: soldProduct.variantIds[0]!,
    nextOn: '2026-11-20',
    at: clock.now,
  })
  const autoshipTerms = {
    quantity: 1,
    weeks: 4,
    pays: 'link',
    address: homeAddress,
    price: 49_900,
    variantId: soldProduct.variantIds[0]!,
  }
  const upTo = { id: notification, callers: anyone, input: (id: string) => ({ upTo: id }) }
  const trade = 'veterinary'
  const range = { startTime: '09:00', endTime: '17:00', slotMinutes: 30, breaks: [] }
  const toAnAdmin = 'an admin may know of every row'
  const known = 'bookings that the caller was shown: others are not among what would be left outside'
  const ofPet = (id: string): OthersRow => idOf(id, ['pet_owner'])
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: owner!.userId,
      blocked_id: vet!.userId,
      created_at: clock.now,
      blocked_name: 'Kabir',
      pet_names: '{}',
    })
    .execute()
  const ofThread = (rest = {}): OthersRow => ({
    id: confirmed,
    callers: everyone,
    input: (bookingId) => ({ bookingId, ...rest }),
  })
  const shot = { name: 'Rabies', givenOn: '2026-01-02' }
  return {
    'accounts.endSession:id': idOf(session!.id, anyone),
    'accounts.revokeToken:id': idOf(apiToken, anyone),
    'admin.answerMessage:id': toAnAdmin,
    'admin.answerTicket:id': toAnAdmin,
    'admin.answerTicket:seen': toAnAdmin,
    'admin.closeTicket:id': toAnAdmin,
    'admin.closeTicket:seen': toAnAdmin,
    'admin.decide:recordId': toAnAdmin,
    'admin.endAutoship:id': toAnAdmin,
    'admin.endSessions:id': toAnAdmin,
    'admin.liftSuspension:id': toAnAdmin,
    'admin.log:adminId': toAnAdmin,
    'admin.log:subjectId': toAnAdmin,
    'admin.markAnswered:id': toAnAdmin,
    'admin.message:id': toAnAdmin,
    'admin.resolveReport:id': toAnAdmin,
    'admin.removeIncident:id': toAnAdmin,
    'admin.removeRating:id': toAnAdmin,
    'admin.removeReview:id': toAnAdmin,
    'admin.keepPetReport:id': toAnAdmin,
    'admin.keepReview:id': toAnAdmin,
    'admin.removePetReport:id': toAnAdmin,
    'admin.petReportEntries:id': toAnAdmin,
    'admin.removePetReportEntry:id': toAnAdmin,
    'admin.emergencyPlace:id': toAnAdmin,
    'admin.changeEmergencyPlace:id': toAnAdmin,
    'admin.checkEmergencyPlace:id': toAnAdmin,
    'admin.removeEmergencyPlace:id': toAnAdmin,
    'admin.moveInjuredReport:id': toAnAdmin,
    'admin.appointmentsOf:id': toAnAdmin,
    'admin.meetGreetsOf:id': toAnAdmin,
    'admin.correctAppointment:id': toAnAdmin,
    'admin.decideEarlyEnd:id': toAnAdmin,
    'admin.visitCards:id': toAnAdmin,
    'admin.recordPayout:id': toAnAdmin,
    'admin.decideMissing:id': toAnAdmin,
    'admin.cancelOrderPart:id': toAnAdmin,
    'admin.decideReturn:id': toAnAdmin,
    'admin.decideReturn:returnId': 'looked up in the order part',
    'admin.products:sellerId': toAnAdmin,
    'admin.hideProduct:id': toAnAdmin,
    'admin.showProduct:id': toAnAdmin,
    'admin.changeTaxRate:id': toAnAdmin,
    'admin.coupon:id': toAnAdmin,
    'admin.changeCoupon:id': toAnAdmin,
    'admin.changeCoupon:terms.sellerId': toAnAdmin,
    'admin.addCoupon:terms.sellerId': toAnAdmin,
    'admin.refund:id': toAnAdmin,
    'admin.refund:partId': 'looked up in the payment',
    'admin.retryRefund:id': toAnAdmin,
    'admin.payRefundByHand:id': toAnAdmin,
    'admin.endPackage:id': toAnAdmin,
    'admin.submission:recordId': toAnAdmin,
    'admin.suspend:id': toAnAdmin,
    'admin.ticket:id': toAnAdmin,
    'admin.user:id': toAnAdmin,
    'appointments.appointments:series': 'any series: what comes back are the caller’s own bookings in it',
    'appointments.visits:series': 'any series: what comes back are appointments with the caller in it',
    'packages.offers:trainerId': 'any trainer’s: those who aren’t listed have nothing on sale',
    'packages.mine:trainerId': 'any trainer’s: what comes back is what the caller has bought',
    'packages.changeOffer:id': idOf(offerId, ['pet_trainer'], {
      terms: {
        title: 'Mine',
        sessions: 4,
        sessionTypes: [],
        minutes: 60,
        price: 280_000,
        validFor: 3,
        validUnit: 'months',
      },
    }),
    'packages.resumeOffer:id': idOf(offerId, ['pet_trainer']),
    'packages.withdrawOffer:id': idOf(offerId, ['pet_trainer']),
    'packages.buy:offerId': 'offers are public; the price that is shown must be right',
    'packages.package:id': idOf(packageId, everyone),
    'packages.return:id': idOf(packageId, everyone, { refund: 1 }),
    'booking.addHoliday:knownOutside': known,
    'booking.removeDate:knownOutside': known,
    'booking.removeHoliday:id': idOf(holiday, otherVet, { trade }),
    'booking.saveDate:knownOutside': known,
    'booking.saveDate:ranges.id': {
      id: hours!.id,
      callers: otherVet,
      input: (id) => ({ trade, date: '2026-11-10', isOpen: true, ranges: [{ ...range, id }] }),
    },
    'booking.saveSettings:knownOutside': known,
    'booking.saveWeek:days.ranges.id': {
      id: hours!.id,
      callers: otherVet,
      input: (id) => ({
        trade,
        days: WEEKDAYS.map((day) => ({
          day,
          isOpen: true,
          ranges: [{ ...range, ...(day === 'monday' && { id }) }],
        })),
      }),
    },
    'booking.saveWeek:knownOutside': known,
    'booking.stopWaiting:id': idOf(wait, everyone),
    'booking.wait:providerId': {
      id: unlisted,
      callers: anyone,
      input: (providerId) => ({ trade, providerId, day: slot.date }),
    },
    'booking.waits:providerId': 'any provider’s: what comes back is what the caller asked for',
    'payments.payment:id': idOf(paymentId, everyone),
    'payments.pay:id': idOf(paymentId, everyone),
    'payments.pay:methodId': 'asked for with a payment of one’s own, which these callers do not have',
    'payments.setDefaultMethod:id': idOf(methodId, everyone),
    'payments.removeMethod:id': idOf(methodId, everyone),
    'payments.removeMethod:replaceWith':
      'asked for with a method of one’s own, which these callers do not have',
    'care.addAddendum:id': idOf(draft, everyone, { text: 'Mine' }),
    'care.addNote:bookingId': {
      id: ended,
      callers: everyone,
      input: (id) => ({ bookingId: id, petId, type: 'note' }),
    },
    'care.addNote:petId': {
      id: petId,
      callers: everyone,
      input: (id) => ({ bookingId: ended, petId: id, type: 'note' }),
    },
    'care.addOwnNote:petId': {
      id: petId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ petId: id, type: 'note', happenedOn: '2026-10-01', text: 'Mine' }),
    },
    'care.changeNote:id': idOf(draft, everyone, { seen: 1, type: 'note' }),
    'care.changeNote:keepFiles': 'which files of the note itself stay: others are not among them',
    'care.changeOwnNote:id': idOf(note, ['pet_owner', 'veterinary_doctor'], {
      seen: 1,
      type: 'note',
      happenedOn: '2026-10-01',
      text: 'Mine',
    }),
    'care.changeOwnNote:keepFiles': 'which files of the note itself stay: others are not among them',
    'care.incident:id': idOf(incident, everyone),
    'care.addIncident:bookingId': {
      id: ended,
      callers: everyone,
      input: (id) => ({ bookingId: id, petId, ...bite }),
    },
    'care.addIncident:petId': {
      id: petId,
      callers: everyone,
      input: (id) => ({ bookingId: ended, petId: id, ...bite }),
    },
    'care.changeIncident:id': idOf(incident, everyone, { seen: 1, ...bite }),
    'care.addToIncident:id': idOf(incident, everyone, { text: 'Mine' }),
    'care.answerIncident:id': idOf(incident, ['pet_owner', 'veterinary_doctor'], { seen: 1, text: 'Mine' }),
    'care.addPictures:bookingId': 'asked for with a file: src/care/server/pictures.test.ts does',
    'care.addPictures:petId': 'asked for with a file: src/care/server/pictures.test.ts does',
    'care.removePicture:id': idOf(picture, everyone),
    'care.links:id': ofPet(note),
    'care.note:id': idOf(note, everyone),
    'care.notes:id': idOf(petId, everyone),
    'care.ofBookings:bookingIds': 'bookings that the caller was shown: others are left out of the answer',
    'care.pet:id': idOf(petId, everyone),
    'care.removeNote:id': idOf(note, everyone),
    'care.revoke:id': ofPet(link),
    'care.share:id': ofPet(note),
    'care.sign:id': idOf(draft, everyone, { seen: 1 }),
    'pets.get:id': ofPet(petId),
    'pets.change:id': idOf(petId, ['pet_owner'], { name: 'Mine now' }),
    'pets.archive:id': ofPet(petId),
    'pets.bringBack:id': ofPet(petId),
    'pets.remember:id': ofPet(petId),
    'pets.addVaccination:petId': {
      id: petId,
      callers: ['pet_owner'],
      input: (id) => ({ petId: id, ...shot }),
    },
    'pets.changeVaccination:petId': {
      id: petId,
      callers: ['pet_owner'],
      input: (id) => ({ petId: id, id: vaccination, ...shot }),
    },
    'pets.changeVaccination:id': idOf(vaccination, ['pet_owner'], { petId, ...shot }),
    'pets.removeVaccination:petId': {
      id: petId,
      callers: ['pet_owner'],
      input: (id) => ({ petId: id, id: vaccination }),
    },
    'pets.removeVaccination:id': idOf(vaccination, ['pet_owner'], { petId }),
    'messaging.thread:bookingId': ofThread(),
    'messaging.send:bookingId': ofThread({ text: 'Let me in' }),
    'messaging.markRead:bookingId': ofThread({ upTo: 1 }),
    'messaging.report:bookingId': ofThread({ reason: 'Not mine' }),
    'messaging.report:messageId': {
      id: message!,
      callers: everyone,
      input: (id) => ({ bookingId: confirmed, messageId: id, reason: 'Not mine' }),
    },
    'messaging.reportBooking:bookingId': ofThread({ kind: 'other', reason: 'Not mine' }),
    'messaging.reportProfile:providerId': {
      id: unlisted,
      callers: everyone,
      input: (providerId) => ({ providerId, kind: 'other', reason: 'Not listed' }),
    },
    'messaging.unblock:id': idOf(vet!.userId, anyone),
    'messaging.block:bookingId': ofThread({ isBlocked: true }),
    'households.invite:petIds': {
      callers: ['pet_owner'],
      id: petId,
      input: (id) => ({ email: 'friend@example.org', petIds: [id] }),
      code: 'households.pet_not_found',
    },
    'households.resend:id': idOf(member, ['pet_owner']),
    'households.share:id': idOf(member, ['pet_owner'], { petIds: [petId] }),
    'households.share:petIds': 'the same check as households.invite:petIds',
    'households.remove:id': idOf(member, ['pet_owner']),
    'households.choose:id': idOf(member, anyone, { isWanted: true }),
    'households.leave:id': idOf(member, anyone),
    'todo.add:petId': {
      callers: anyone,
      id: petId,
      input: (id) => ({ title: 'Mine', kind: 'other', dueOn: today, petId: id }),
      code: 'todo.pet_not_found',
    },
    'todo.change:id': idOf(task, anyone, { title: 'Mine', kind: 'other', dueOn: today }),
    'todo.change:petId': 'the same check as todo.add:petId; the task itself is the caller’s own',
    'todo.add:assignee': {
      callers: anyone,
      id: member,
      input: (id) => ({ title: 'Mine', kind: 'other', dueOn: today, assignee: id }),
      code: 'todo.assignee_not_found',
    },
    'todo.change:assignee': 'the same check as todo.add:assignee; the task itself is the caller’s own',
    'todo.assign:id': idOf(task, anyone),
    'todo.assign:assignee': 'the same check as todo.add:assignee; the task itself is the caller’s own',
    'todo.remove:id': idOf(task, anyone),
    'todo.snooze:id': idOf(task, anyone, { on: today, to: '2026-11-03' }),
    'todo.tick:id': idOf(task, anyone, { on: today }),
    'todo.untick:id': idOf(tick, anyone),
    'reports.report:id': idOf(withdrawn, anyone),
    'reports.timeline:id': idOf(withdrawn, anyone),
    'reports.mine:petId': 'any pet’s: what comes back is what the caller has reported',
    'reports.create:petId': {
      id: petId,
      callers: everyone,
      input: (id) => ({
        status: 'found',
        petId: id,
        species: 'dog',
        seenAt: clock.now.toISOString(),
        place: { area: 'Pune' },
      }),
      code: 'reports.pet_not_found',
    },
    'reports.matches:id': idOf(report, anyone),
    'reports.change:id': idOf(report, anyone, { story: 'Mine' }),
    'reports.reunite:id': idOf(report, anyone),
    'reports.withdraw:id': idOf(report, anyone),
    'reports.renew:id': idOf(report, anyone),
    'reports.revive:id': idOf(report, anyone),
    'reports.remove:id': idOf(report, anyone),
    'reports.follow:id': idOf(withdrawn, anyone, { isFollowed: true }),
    'reports.comment:id': idOf(withdrawn, anyone, { text: 'Mine' }),
    'reports.sight:id': idOf(withdrawn, anyone, { seenAt: clock.now.toISOString(), place: 'Here' }),
    'reports.sightAsGuest:id': idOf(withdrawn, anyone, {
      seenAt: clock.now.toISOString(),
      place: 'Here',
      phone: '+919845000101',
      phoneProof: `${'1'.repeat(13)}.${'x'.repeat(43)}`,
    }),
    'reports.complain:id': idOf(withdrawn, anyone, { reason: 'Mine' }),
    'reports.message:id': idOf(withdrawn, anyone, { text: 'Mine' }),
    'reports.phone:id': idOf(withdrawn, anyone),
    'reports.contacts:id': idOf(withdrawn, anyone),
    'reports.blockWriter:id': idOf(entry, anyone, { isBlocked: true }),
    'reports.complainAboutEntry:id': idOf(hiddenEntry, anyone, { reason: 'Mine' }),
    'reports.removeEntry:id': idOf(entry, anyone),
    'support.ticket:id': idOf(ticket, everyone),
    'support.replyToTicket:id': idOf(ticket, everyone, { message: 'Let me in' }),
    'support.closeTicket:id': idOf(ticket, everyone),
    'support.reopenTicket:id': idOf(ticket, everyone, { message: 'Let me in' }),
    'support.openTicket:bookingId': {
      id: confirmed,
      callers: everyone,
      input: (id) => ({
        topic: 'booking',
        bookingId: id,
        subject: 'About a visit',
        message: 'It is somebody else’s visit.',
      }),
      code: 'support.booking_not_found',
    },
    'support.openTicket:orderId': {
      id: order.id,
      callers: everyone,
      input: (orderId) => ({
        topic: 'order',
        orderId,
        subject: 'It’s late',
        message: 'It should have been here on Monday.',
      }),
      code: 'support.order_not_found',
    },
    'shop.sold:order':
      'a filter of one’s own sales, which leaves none: src/shop/server/orders/orders.test.ts',
    'appointments.appointments:id':
      'a filter of one’s own appointments, which leaves none: src/appointments/server/lists.test.ts',
    'appointments.visits:id':
      'a filter of one’s own appointments, which leaves none: src/appointments/server/lists.test.ts',
    'sitting.meetGreets:id':
      'a filter of one’s own meetings, which leaves none: src/sitting/server/meet/meet.test.ts',
    'packages.sold:id':
      'a filter of one’s own sales, which leaves none: src/packages/server/packages.test.ts',
    'payments.earnings:id':
      'a filter of one’s own earnings, which leaves none: src/payments/server/gateway-change.test.ts',
    'shop.dispensings:id':
      'a filter of one’s own prescriptions, which leaves none: src/shop/server/prescriptions/prescriptions.test.ts',
    'shop.ownReviews:id':
      'a filter of one’s own reviews, which leaves none: src/shop/server/reviews/reviews.test.ts',
    'verification.removeDocument:id': idOf(document, [...anyone, 'veterinary_doctor']),
    'appointments.visitPet:id': idOf(confirmed, otherVet),
    'appointments.visitPet:petId': {
      id: petId,
      callers: otherVet,
      input: (id) => ({ id: confirmed, petId: id }),
    },
    'pets.list:cursor': 'a place in the list of one’s own, whatever is or was there',
    'notifications.markRead:id': idOf(notification, anyone),
    'notifications.markAllRead:upTo': upTo,
    'notifications.clearAll:upTo': upTo,
    'veterinary.vet:id': idOf(unlisted, anyone),
    'booking.openDays:providerId': {
      id: unlisted,
      callers: anyone,
      input: (id) => ({ trade: 'veterinary', providerId: id }),
    },
    'booking.slots:providerId': {
      id: unlisted,
      callers: anyone,
      input: (id) => ({ trade: 'veterinary', providerId: id, date: slot.date }),
    },
    'booking.openDays:moving': {
      id: pending,
      callers: anyone,
      input: (id) => ({ trade: 'veterinary', providerId: vetId, moving: id }),
    },
    'booking.slots:moving': {
      id: pending,
      callers: anyone,
      input: (id) => ({ trade: 'veterinary', providerId: vetId, date: slot.date, moving: id }),
    },
    'veterinary.book:vetId': {
      id: unlisted,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ vetId: id, slot }),
    },
    'veterinary.book:petId': {
      id: petId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ vetId, slot, petId: id }),
      code: 'appointments.pet_not_found',
    },
    'sitting.sitters:petIds': {
      id: petId,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ petIds: [id] }),
      code: 'appointments.pet_not_found',
    },
    'sitting.sitter:id': idOf(unlistedSitter, anyone),
    'sitting.calendar:id': idOf(unlistedSitter, anyone),
    'sitting.leftOut:id': {
      id: unlistedSitter,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...leftOutAsk, id }),
    },
    'sitting.leftOut:petIds': {
      id: petId,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...leftOutAsk, id: sitterId, petIds: [id] }),
      code: 'appointments.pet_not_found',
    },
    'sitting.request:sitters.id': {
      id: unlistedSitter,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...sittingAsk, sitters: [{ id }], petIds: [petId] }),
    },
    'sitting.request:petIds': {
      id: petId,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...sittingAsk, sitters: [{ id: sitterId }], petIds: [id] }),
      code: 'appointments.pet_not_found',
    },
    'sitting.request:paymentMethodId':
      'asked for with a pet of the caller: src/sitting/server/sitting.test.ts does',
    'sitting.replacements:id': idOf(sittingAppointment, ['pet_owner', 'pet_sitter']),
    'sitting.askToMove:id': idOf(sittingAppointment, ['pet_owner', 'pet_sitter'], {
      date: '2026-11-13',
      startTime: '10:00',
    }),
    'sitting.agreeToMove:id': idOf(sittingMove, ['pet_sitter']),
    'sitting.declineMove:id': idOf(sittingMove, ['pet_sitter']),
    'sitting.withdrawMove:id': idOf(sittingMove, ['pet_owner']),
    'sitting.end:requestId': {
      id: sittingRequest,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ requestId: id }),
    },
    'sitting.leaving:requestId': {
      id: sittingRequest,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ requestId: id }),
    },
    'sitting.resume:requestId': {
      id: sittingRequest,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ requestId: id, pauseId: sittingPause }),
    },
    'sitting.resume:pauseId': {
      id: sittingPause,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ requestId: sittingRequest, pauseId: id }),
    },
    'sitting.pause:requestId': {
      id: sittingRequest,
      callers: ['pet_owner', 'pet_sitter'],
      input: (id) => ({ requestId: id, startDate: '2026-11-10', endDate: '2026-11-11' }),
    },
    'sitting.visitCards:appointmentId': ofCard({}),
    'sitting.addToCard:appointmentId': ofCard({ entry: { kind: 'stop', id: newId(), age: 0 } }),
    'sitting.addCardPhoto:appointmentId': 'asked for with a file: src/sitting/server/card/card.test.ts does',
    'sitting.addCardPhoto:id': 'the phone’s own name for a photo',
    'sitting.askToMeet:sitterId': {
      id: unlistedSitter,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...meetAsk, sitterId: id, petIds: [petId] }),
    },
    'sitting.askToMeet:petIds': {
      id: petId,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ ...meetAsk, sitterId, petIds: [id] }),
      code: 'appointments.pet_not_found',
    },
    'sitting.acceptMeeting:id': ofMeet({ startsAt: '2026-11-12T04:00:00Z' }),
    'sitting.suggestMeeting:id': ofMeet({ times: meetTimes }),
    'sitting.declineMeeting:id': ofMeet(),
    'sitting.cancelMeeting:id': ofMeet(),
    'styling.stylist:id': idOf(unfinished, anyone),
    'styling.book:stylistId': {
      id: unfinished,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ stylistId: id, slot: hour, pets: [{ petId, service: 'Nail Trimming' }] }),
    },
    'styling.book:pets.petId': {
      id: petId,
      callers: ['pet_owner', 'pet_stylist'],
      input: (id) => ({ stylistId, slot: hour, pets: [{ petId: id, service: 'Nail Trimming' }] }),
      code: 'appointments.pet_not_found',
    },
    'shop.addToCart:variantId': {
      id: unlistedProduct.variantIds[0]!,
      callers: anyone,
      input: (id) => ({ variantId: id, quantity: 1 }),
    },
    'shop.setCartLine:variantId': {
      id: unlistedProduct.variantIds[0]!,
      callers: anyone,
      input: (id) => ({ variantId: id, quantity: 1 }),
    },
    'shop.placeOrder:checkoutId':
      'somebody else’s checkout isn’t found: src/shop/server/orders/orders.test.ts',
    'shop.placeOrder:lines.variantId': 'a line that isn’t in the cart is refused as a problem of its own',
    'shop.placeOrder:prescriptions.variantId': 'only those of the order’s lines are read',
    'shop.placeOrder:prescriptions.petId': 'compared with the prescription’s pet',
    'shop.addPrescription:petId':
      'asked for with a file: src/shop/server/prescriptions/prescriptions.test.ts does',
    'shop.checkout:without': 'only those of the caller’s cart are left out',
    'shop.orderPrescription:id': idOf(order.id, everyone),
    'shop.answerPharmacist:id': idOf(order.id, everyone, { answer: 'Not yours' }),
    'shop.answerPharmacist:replaces.id': 'looked up in the caller’s own order',
    'shop.answerPharmacist:replaces.by':
      'looked for among the caller’s own: src/shop/server/prescriptions/prescriptions.test.ts',
    'shop.holdDispensing:id': idOf(order.partId, ['pharmacist'], { tab: newId() }),
    'shop.askBuyer:id': idOf(order.partId, ['pharmacist'], { tab: newId(), question: 'Not yours' }),
    'shop.decidePrescription:id': idOf(order.partId, ['pharmacist'], {
      tab: newId(),
      prescriptions: [],
      lines: [{ approves: false, id: newId(), reason: 'Not yours' }],
    }),
    'shop.holdDispensing:tab': 'the browser’s own name for a tab',
    'shop.askBuyer:tab': 'the browser’s own name for a tab',
    'shop.decidePrescription:tab': 'the browser’s own name for a tab',
    'shop.decidePrescription:prescriptions.id': 'looked up in the caller’s own order',
    'shop.packDispensed:id': idOf(order.partId, ['pharmacist'], {
      lines: [{ id: newId(), batch: 'B1', expiresOn: '2027-12-31' }],
    }),
    'shop.packDispensed:lines.id': 'looked up in the caller’s own order',
    'shop.order:id': idOf(order.id, everyone),
    'shop.cancelOrder:id': idOf(order.id, everyone),
    'shop.cancelOrder:partId': 'looked up in the caller’s own order',
    'shop.askReturn:id': idOf(order.id, everyone, {
      partId: order.partId,
      lines: [{ lineId: newId(), quantity: 1 }],
      kind: 'wrong',
      amount: 0,
      note: 'Not yours',
    }),
    'shop.askReturn:partId': 'looked up in the caller’s own order',
    'shop.askReturn:lines.lineId': 'looked up in the caller’s own order',
    'shop.withdrawReturn:id': idOf(order.id, everyone, { partId: order.partId }),
    'shop.withdrawReturn:partId': 'looked up in the caller’s own order',
    'shop.sendReturn:id': idOf(order.id, everyone, {
      partId: order.partId,
      carrier: 'India Post',
      tracking: 'IP1',
    }),
    'shop.sendReturn:partId': 'looked up in the caller’s own order',
    'shop.reportMissing:id': idOf(order.id, everyone, { partId: order.partId, note: 'Not yours' }),
    'shop.reportMissing:partId': 'looked up in the caller’s own order',
    'shop.confirmArrival:id': idOf(order.id, everyone, { partId: order.partId }),
    'shop.confirmArrival:partId': 'looked up in the caller’s own order',
    'shop.buyAgain:id': idOf(order.id, everyone),
    'shop.packPart:id': idOf(order.partId, everyone),
    'shop.blockBuyer:id': idOf(order.partId, everyone, { isBlocked: true }),
    'shop.shipPart:id': idOf(order.partId, everyone, { carrier: 'India Post', tracking: 'IP1' }),
    'shop.deliverPart:id': idOf(order.partId, everyone),
    'shop.cancelPart:id': idOf(order.partId, everyone, { reason: 'Not yours' }),
    'shop.answerReturn:id': idOf(order.partId, everyone, { answer: 'take_back', note: 'Not yours' }),
    'shop.receiveReturn:id': idOf(order.partId, everyone),
    'shop.receiveReturn:backOnSale': 'looked up in the caller’s own return',
    'shop.reportReturnMissing:id': idOf(order.partId, everyone, { note: 'Not yours' }),
    'shop.orderAutoships:id': idOf(order.id, everyone),
    'shop.autoshipOffer:variantId': {
      id: unlistedProduct.variantIds[0]!,
      callers: anyone,
      input: (id) => ({ variantId: id }),
    },
    'shop.addAutoship:variantId': {
      id: unlistedProduct.variantIds[0]!,
      callers: anyone,
      input: (id) => ({ ...autoshipTerms, variantId: id, firstOn: '2026-11-20' }),
    },
    'shop.addAutoship:methodId': {
      id: methodId,
      callers: ['pet_owner'],
      input: (id) => ({ ...autoshipTerms, pays: 'method', methodId: id, firstOn: '2026-11-20' }),
      code: 'shop.autoship_method',
    },
    'shop.addAutoship:prescriptionId':
      'looked for among the caller’s own: src/shop/server/autoship/autoship.test.ts',
    'shop.changeAutoship:id': idOf(autoship, everyone, autoshipTerms),
    'shop.changeAutoship:variantId': 'compared with the product of the caller’s own autoship',
    'shop.changeAutoship:methodId': 'checked as in shop.addAutoship',
    'shop.changeAutoship:prescriptionId': 'checked as in shop.addAutoship',
    'shop.skipAutoship:id': idOf(autoship, everyone, { dueOn: '2026-11-20' }),
    'shop.moveAutoship:id': idOf(autoship, everyone, { dueOn: '2026-11-20', on: '2026-11-25' }),
    'shop.pauseAutoship:id': idOf(autoship, everyone),
    'shop.resumeAutoship:id': idOf(autoship, everyone),
    'shop.agreeToPrice:id': idOf(autoship, everyone, { price: 49_900 }),
    'shop.endAutoship:id': idOf(autoship, everyone),
    'shop.mergeCart:guestCart': 'the browser’s own name for a cart',
    'shop.mergeCart:lines.variantId':
      'left out if it isn’t sold: src/shop/server/cart/cart.test.ts merges one',
    'shop.quote:lines.variantId': 'left out if it isn’t sold: src/shop/server/cart/cart.test.ts asks for one',
    'shop.productReviews:id': idOf(unlistedProduct.id, anyone),
    'shop.orderReviews:id': idOf(delivered.id, everyone),
    'shop.review:id': { ...idOf(soldProduct.id, everyone, { stars: 1 }), code: 'shop.not_received' },
    'shop.deleteReview:id': idOf(soldProduct.id, everyone),
    'shop.answerReview:id': idOf(review!, sellers, { reply: 'Not yours' }),
    'shop.reportReview:id': idOf(hiddenReview!, everyone, { reason: 'Rude' }),
    'shop.ownProduct:id': idOf(unlistedProduct.id, anyone),
    'shop.setProductShown:id': idOf(unlistedProduct.id, sellers, { isShown: true }),
    'shop.removeProduct:id': idOf(unlistedProduct.id, sellers),
    'shop.changeProduct:id': idOf(unlistedProduct.id, sellers, {
      version: 1,
      isShown: true,
      keptPictures: [],
      product: plainProduct,
    }),
    'shop.changeProduct:product.variants.id':
      'src/shop/server/selling/selling.test.ts changes a variant of another product',
    'shop.addProduct:product.variants.id': 'ignored: a new product has new variants',
    'shop.stockChanges:id': idOf(unlistedProduct.variantIds[0]!, anyone),
    'shop.changeStock:id': idOf(unlistedProduct.variantIds[0]!, sellers, {
      change: { reason: 'received', units: 1 },
    }),
    'shop.product:id': idOf(unlistedProduct.id, anyone),
    'shop.delivery:id': idOf(unlistedProduct.id, anyone, { pin: '560038' }),
    'veterinary.book:paymentMethodId': {
      id: methodId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({
        vetId,
        slot,
        appointmentType: 'teleconsultation',
        contactMethod: 'zoom',
        contactLink: 'https://zoom.us/j/1',
        disclaimerAccepted: true,
        paymentMethodId: id,
      }),
      code: 'appointments.payment_method_needed',
    },
    'training.trainer:id': idOf(unlistedTrainer, anyone),
    'training.book:trainerId': {
      id: unlistedTrainer,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ ...aboutSession, trainerId: id }),
    },
    'training.book:petId': {
      id: petId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ ...aboutSession, trainerId, petId: id }),
      code: 'appointments.pet_not_found',
    },
    'training.book:packageId': {
      id: packageId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ ...aboutSession, slot: hour, trainerId: offeringTrainer, packageId: id }),
      code: 'packages.not_active',
    },
    'training.book:paymentMethodId': {
      id: methodId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({
        ...aboutSession,
        trainerId,
        appointmentType: 'online_training',
        contactMethod: 'zoom',
        contactLink: 'https://zoom.us/j/1',
        disclaimerAccepted: true,
        paymentMethodId: id,
      }),
      code: 'appointments.payment_method_needed',
    },
    'appointments.petClash:petId': {
      id: petId,
      callers: ['pet_owner', 'veterinary_doctor'],
      input: (id) => ({ petId: id, times: ['2026-11-05T05:00:00Z/2026-11-05T05:30:00Z'] }),
    },
    'appointments.petClash:exceptProviderId': 'only leaves out what the caller booked with that provider',
    'ratings.reviews:id': idOf(unlisted, anyone),
    'ratings.rate:id': idOf(ended, ['pet_owner', 'bare', 'veterinary_doctor'], { stars: 1 }),
    'ratings.reply:id': idOf(rating, otherVet, { reply: 'Not mine' }),
    'appointments.reschedule:id': idOf(confirmed, everyone, { slot }),
    'appointments.propose:id': idOf(confirmed, otherVet, { slot }),
    'appointments.withdrawProposal:id': idOf(confirmed, otherVet),
    'appointments.takeProposal:id': idOf(confirmed, everyone, { proposalId }),
    'appointments.refuseProposal:id': idOf(confirmed, everyone, { proposalId }),
    'appointments.takeProposal:proposalId': 'only compared with the proposal of the caller’s own appointment',
    'appointments.refuseProposal:proposalId':
      'only compared with the proposal of the caller’s own appointment',
    'appointments.replaceContactLink:id': idOf(confirmed, otherVet, { contactLink: 'https://zoom.us/j/1' }),
    'appointments.denyAbsence:id': idOf(ended, otherVet),
    'appointments.takeRefund:id': idOf(confirmed, everyone),
    'appointments.agreeEarlyEnd:id': idOf(confirmed, everyone),
    'appointments.endEarly:id': idOf(confirmed, otherVet),
    'appointments.resumeStay:id': idOf(confirmed, otherVet),
    'appointments.disputeEarlyEnd:id': idOf(confirmed, otherVet),
    'appointments.contestNoShow:id': idOf(missed, everyone),
    'appointments.concedeAbsence:id': idOf(missed, otherVet),
    'appointments.reportAbsence:id': idOf(ended, everyone),
    'appointments.history:id': idOf(confirmed, everyone),
    'appointments.cancel:id': idOf(pending, ['pet_owner', 'bare', 'veterinary_doctor']),
    'appointments.accept:id': idOf(pending, otherVet),
    'appointments.decline:id': idOf(pending, otherVet, { reason: 'Not mine' }),
    'appointments.complete:id': idOf(ended, otherVet),
    'appointments.reportNoShow:id': idOf(ended, otherVet),
  }
}
