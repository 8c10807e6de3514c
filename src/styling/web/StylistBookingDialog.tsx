import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  BookingFlow,
  BookingForm,
  type DialogProps,
  type Done,
  ProviderSummary,
  useBooking,
  type Wish,
} from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { ReviewsFold } from '#/ratings/web/index.ts'
import type { Stylist } from '#/styling/contract.ts'
import type { Service } from '#/styling/rules.ts'
import { stylingText } from '#/styling/text.ts'
import { offerOf, stylistWords } from './offer.ts'
import { atMostText, type PetWish, PetWishes } from './PetWishes.tsx'
import { styling, stylistById } from './styling.ts'

/** Books one stylist. */
export default function StylistBookingDialog({ providerId, newPetId, day, onClose }: DialogProps) {
  const query = useQuery(stylistById(useQueryClient(), providerId))
  return (
    <BookingFlow provider={query} offerOf={offerOf} words={stylistWords} onClose={onClose}>
      {(stylist, onBooked) => (
        <StylistBookingForm
          stylist={stylist}
          wish={{ newPetId, day }}
          onBooked={onBooked}
          onCancel={onClose}
        />
      )}
    </BookingFlow>
  )
}

type Props = { stylist: Stylist; wish: Wish; onBooked(done: Done): void; onCancel(): void }
type Own = { wishes: Readonly<Record<string, PetWish>> }

function StylistBookingForm({ stylist, wish, onBooked, onCancel }: Props) {
  const client = useQueryClient()
  const offer = offerOf(stylist)
  const booking = useBooking(
    offer,
    wish,
    {
      texts: stylingText,
      mostPets: stylist.maxPets,
      missing: ({ petIds, wishes }) =>
        petIds.length === 0
          ? 'Choose a pet to book.'
          : petIds.length > stylist.maxPets
            ? atMostText(stylist.maxPets)
            : petIds.every((id) => stylist.specializations.includes(wishes[id]?.service ?? ''))
              ? null
              : 'Choose a service to book.',
      startWith: ({ wishes = {} }: Partial<Own>): Own => ({ wishes }),
      inputOf: ({ slot, reason, price, address }, { petIds, wishes }) => ({
        slot,
        reason,
        price,
        address,
        stylistId: stylist.id,
        pets: petIds.map((petId) => {
          const { service, coatNotes = '', biteNotes = '' } = wishes[petId]!
          return { petId, service: service as Service, coatNotes, biteNotes }
        }),
      }),
      call: styling.call.book,
      reload: () => void client.invalidateQueries({ queryKey: styling.query.stylist.key() }),
    },
    onBooked,
  )
  const { petIds, wishes, reason } = booking.chosen
  return (
    <BookingForm
      offer={offer}
      booking={booking}
      summary={
        <ProviderSummary
          provider={stylist}
          about={[stylist.location, `${formatMoney(stylist.hourlyRate)} per hour`]
            .filter(Boolean)
            .join(' · ')}
          price={null}
          reviews={<ReviewsFold provider={stylist} />}
        >
          <p>{stylist.specializations.join(', ')}</p>
        </ProviderSummary>
      }
      wishes={
        <PetWishes
          stylist={stylist}
          slot={booking.times.slot}
          chosen={{ petIds, wishes, reason }}
          onChange={booking.choose}
        />
      }
      startsOpen
      onCancel={onCancel}
    />
  )
}
