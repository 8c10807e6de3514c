import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SessionType, sessionMinutes, sessionTypes } from '#/booking/sessions.ts'
import { formatMoney, leastPayment, parseAmount, priceFor } from '#/kernel/money.ts'
import type { FieldDraft, FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import { KeptForm } from '#/kernel/web/form/KeptForm.tsx'
import { toast } from '#/kernel/web/toast.ts'
import type { OwnOffer } from '#/packages/contract.ts'
import { packageBounds, savingOf, sessionShare, type ValidUnit } from '#/packages/rules.ts'
import { packagesText } from '#/packages/text.ts'
import { packages, reloadPackages } from './packages.ts'
import { lengthText } from './words.ts'

/** The form's own shape, in which choices are texts. */
type Draft = {
  title: string
  sessions: number
  minutes: string
  sessionTypes: SessionType[]
  price: number
  validFor: number
  validUnit: ValidUnit
}

const lengths = Array.from(
  { length: sessionMinutes.max / sessionMinutes.min },
  (_, index) => (index + 1) * sessionMinutes.min,
)

const groups: readonly FieldGroup<FieldOf<Draft>>[] = [
  {
    fields: [
      {
        name: 'title',
        label: 'Title',
        kind: 'line',
        max: packageBounds.title,
        required: true,
        hint: 'Like “Puppy basics, five sessions”.',
      },
      {
        name: 'sessions',
        label: 'Number of sessions',
        kind: 'whole',
        least: packageBounds.sessions.min,
        most: packageBounds.sessions.max,
        required: true,
      },
      {
        name: 'minutes',
        label: 'Length of each session',
        kind: 'one',
        options: lengths.map((minutes) => ({ value: String(minutes), label: lengthText(minutes) })),
        required: true,
      },
      {
        name: 'sessionTypes',
        label: 'Types of session',
        kind: 'some',
        options: sessionTypes.map((value) => ({ value, label: value })),
        hint: 'Choose none to allow any.',
      },
      {
        name: 'price',
        label: 'Price of the whole package, in rupees',
        kind: 'amount',
        aboveZero: true,
        least: leastPayment,
        required: true,
      },
      {
        name: 'validFor',
        label: 'Valid for',
        kind: 'whole',
        least: packageBounds.days.min,
        most: packageBounds.days.max,
        required: true,
        hint: `From the day it’s paid: up to ${packageBounds.days.max} days or ${packageBounds.months.max} months.`,
      },
      {
        name: 'validUnit',
        label: 'Days or months',
        kind: 'one',
        options: [
          { value: 'days', label: 'Days' },
          { value: 'months', label: 'Months' },
        ],
        required: true,
      },
    ],
  },
]

const fieldOfCode = {
  'packages.too_dear': 'price',
  'packages.too_cheap': 'price',
}

type Props = { offer: OwnOffer | null; hourlyRate: number; onClose(): void }

const draftOf = (offer: OwnOffer) => ({
  ...offer,
  price: offer.price.amount,
  minutes: String(offer.minutes),
})

/** Puts a package on sale or changes one, and shows the price per session and the owners' saving meanwhile. */
export function OfferForm({ offer, hourlyRate, onClose }: Props) {
  const client = useQueryClient()
  async function save({ minutes, ...rest }: Draft, options: { context: { key: string } }) {
    const terms = { ...rest, minutes: Number(minutes) }
    const saved = await (offer
      ? packages.call.changeOffer({ id: offer.id, terms }, options)
      : packages.call.offer({ terms }, options))
    return draftOf(saved)
  }
  return (
    <>
      <KeptForm<Draft, ReturnType<typeof draftOf>>
        groups={groups}
        kept={
          offer
            ? draftOf(offer)
            : ({ minutes: '60', validUnit: 'months' } as Partial<ReturnType<typeof draftOf>>)
        }
        save={save}
        texts={packagesText}
        fieldOfCode={fieldOfCode}
        failedText="Failed to save the package. Please try again."
        warning={(draft) => costText(draft, hourlyRate)}
        onSaved={() => {
          toast({
            kind: 'success',
            title: offer ? 'Package changed' : 'Package on sale',
            message: offer ? 'Sold packages keep their terms.' : 'Owners see it where they book you.',
          })
          onClose()
          return reloadPackages(client)
        }}
      />
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </>
  )
}

/** Returns the price per session, or null while the draft isn't complete. */
function costText(draft: FieldDraft, hourlyRate: number): string | null {
  const price = parseAmount(String(draft['price'] ?? ''))
  const sessions = Number(draft['sessions'])
  const minutes = Number(draft['minutes'])
  if (!price || !Number.isInteger(sessions) || sessions < packageBounds.sessions.min || !minutes) return null
  const money = (amount: number) => formatMoney({ amount, currency: 'INR' })
  const single = priceFor(hourlyRate, minutes)
  if (price > single * sessions)
    return `One by one, these sessions cost ${money(single * sessions)}. A package can’t cost more.`
  return `${money(sessionShare(price, sessions))} a session instead of ${money(single)}: owners save ${money(savingOf(price, sessions, single))}.`
}
