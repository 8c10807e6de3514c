import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  BookingFlow,
  BookingForm,
  type DialogProps,
  type Done,
  reachedBy,
  useBooking,
  useReach,
  type Wish,
} from '#/appointments/web/index.ts'
import type { Vet } from '#/veterinary/contract.ts'
import { veterinaryText } from '#/veterinary/text.ts'
import { ContactChoice, type PreferredContact } from './ContactChoice.tsx'
import { offerOf, vetWords } from './offer.ts'
import { VetSummary } from './VetSummary.tsx'
import { vetById, veterinary } from './veterinary.ts'

export default function VetBookingDialog({ providerId, newPetId, day, onClose }: DialogProps) {
  const query = useQuery(vetById(useQueryClient(), providerId))
  return (
    <BookingFlow provider={query} offerOf={offerOf} words={vetWords} onClose={onClose}>
      {(vet, onBooked) => (
        <VetBookingForm vet={vet} wish={{ newPetId, day }} onBooked={onBooked} onCancel={onClose} />
      )}
    </BookingFlow>
  )
}

type Props = { vet: Vet; wish: Wish; onBooked(done: Done): void; onCancel(): void }
type Own = { contact: PreferredContact }

function VetBookingForm({ vet, wish, onBooked, onCancel }: Props) {
  const client = useQueryClient()
  const reach = useReach()
  const offer = offerOf(vet)
  const booking = useBooking(
    offer,
    wish,
    {
      texts: veterinaryText,
      startWith: ({ contact }: Partial<Own>): Own => ({ contact: contact ?? 'phone' }),
      inputOf: (shared, filled) => ({
        ...shared,
        vetId: vet.id,
        petId: filled.petIds[0] ?? null,
        preferredContact: reachedBy(filled.contact, reach),
        appointmentType: filled.isOnline ? ('teleconsultation' as const) : ('in_person' as const),
      }),
      call: veterinary.call.book,
      reload: () => void client.invalidateQueries({ queryKey: veterinary.query.vet.key() }),
    },
    onBooked,
  )
  const contact = reachedBy(booking.chosen.contact, reach)
  return (
    <BookingForm
      offer={offer}
      booking={booking}
      summary={<VetSummary vet={vet} />}
      extra={{
        title: 'contact',
        said: contact === 'phone' ? 'by phone' : 'by email',
        field: (
          <ContactChoice
            value={contact}
            onChange={(next) => booking.choose({ contact: next })}
            reach={reach}
          />
        ),
      }}
      startsOpen={wish.newPetId !== null}
      onCancel={onCancel}
    />
  )
}
