import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { bookedSchema } from '#/appointments/shapes.ts'
import { ownersContract, profileSchema } from '#/owners/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { type Vet, vetSchema } from '#/veterinary/shapes.ts'

/** Makes a listed vet who works in a clinic. */
export const makeVet = (fields: Partial<z.input<typeof vetSchema>> = {}): Vet =>
  made(vetSchema, {
    id: newId(),
    fullName: 'Meera Iyer',
    name: 'Dr. Meera Iyer',
    specialization: 'General practice',
    location: 'Indiranagar, Bengaluru',
    phoneNumber: '+918040001234',
    licenseId: 'KVC/2012/04521',
    consultationFee: { amount: 60_000, currency: 'INR' },
    refundPolicy: 'moderate',
    offersInPerson: true,
    timeZone: 'Asia/Kolkata',
    ...fields,
  }) as Vet

/** Answers searches as the server would, for place and specialization. */
export function answerVets(...vets: Vet[]) {
  const has = (text: string, part = '') => text.toLowerCase().includes(part.toLowerCase())
  return answer(veterinaryContract.vets, ({ location, specialization }) => ({
    rows: vets
      .filter((vet) => has(vet.location, location) && has(vet.specialization, specialization))
      .map((vet) => ({ ...vet, distanceKm: null })),
    nextCursor: null,
  }))
}

/** Answers what the booking form asks about vet and owner, and books. */
export function answerBooking(vet: Vet, phoneNumber: string | null = '+919812345678') {
  answerVets(vet)
  answer(veterinaryContract.vet, vet)
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(ownersContract.profile, made(profileSchema, { fullName: 'Asha Verma', phoneNumber }))
  return answer(veterinaryContract.book, ({ slot: { date, startTime, endTime }, appointmentType }) => {
    const instant = (time: string) => new Date(`${date}T${time}:00+05:30`)
    return made(bookedSchema, {
      trade: 'veterinary',
      status: 'pending',
      isOnline: appointmentType === 'teleconsultation',
      startsAt: instant(startTime),
      endsAt: instant(endTime),
      timeZone: 'Asia/Kolkata',
      date,
      startTime,
      endTime,
    })
  })
}
