import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { limits } from '#/kernel/fields.ts'
import { formatMoney, priceFor } from '#/kernel/money.ts'
import { minutesOf } from '#/kernel/time.ts'
import { PetPicture, useMyPets } from '#/pets/web/index.ts'
import type { Stylist } from '#/styling/contract.ts'
import css from './PetWishes.module.css'

export type PetWish = { service?: string; coatNotes?: string; biteNotes?: string }

type Chosen = { petIds: string[]; wishes: Readonly<Record<string, PetWish>>; reason: string }

type Props = {
  stylist: Stylist
  slot: { startTime: string; endTime: string } | null
  chosen: Chosen
  onChange(change: Partial<Chosen>): void
}

/** Says how many pets this stylist takes. */
export const atMostText = (maxPets: number) =>
  `This stylist takes ${maxPets === 1 ? 'one pet' : `up to ${maxPets} pets`} at a time.`

/** Chooses the pets, a service for each, and notes for the stylist. */
export function PetWishes({ stylist, slot, chosen, onChange }: Props) {
  const { petIds, wishes, reason } = chosen
  const { pets, isPending, isError, retry } = useMyPets({ all: true })
  const { pathname, search } = useLocation()
  const { maxPets } = stylist
  const isFull = petIds.length >= maxPets
  const minutes = slot && minutesOf(slot.endTime) - minutesOf(slot.startTime)
  const { amount, currency } = stylist.hourlyRate
  const failed = isError && pets.length === 0

  const wish = (id: string, change: PetWish) =>
    onChange({ wishes: { ...wishes, [id]: { ...wishes[id], ...change } } })

  return (
    <fieldset className={css.wishes}>
      <legend>Pets and services</legend>
      {isPending && <p role="status">Loading pets...</p>}
      {failed && (
        <p role="alert">
          Failed to load pets.{' '}
          <button type="button" className={css.link} onClick={retry}>
            Retry
          </button>
        </p>
      )}
      {!isPending && !failed && pets.length === 0 && (
        <p>Add your pet first, so that the stylist knows who it’s for.</p>
      )}
      {pets.map((pet) => {
        const { id, name, breed } = pet
        const isChosen = petIds.includes(id)
        const { service = '', coatNotes = '', biteNotes = '' } = wishes[id] ?? {}
        return (
          <section key={id} className={css.pet} aria-label={name}>
            <label className={css.who}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChange({ petIds: isChosen ? petIds.filter((other) => other !== id) : [...petIds, id] })
                }
              />
              <PetPicture pet={pet} size={40} decorative />
              <span>
                <strong>{name}</strong>
                {breed && ` · ${breed}`}
              </span>
            </label>
            {isChosen && (
              <div className={css.fields}>
                <NativeSelect
                  label={`Service for ${name}`}
                  value={stylist.specializations.includes(service) ? service : ''}
                  data={[{ value: '', label: 'Choose a service' }, ...stylist.specializations]}
                  onChange={(event) => wish(id, { service: event.currentTarget.value })}
                />
                <TextInput
                  label={`${name}’s coat and skin (optional)`}
                  placeholder="Matted behind the ears, dry skin"
                  maxLength={limits.short}
                  value={coatNotes}
                  onChange={(event) => wish(id, { coatNotes: event.currentTarget.value })}
                />
                <TextInput
                  label={`Has ${name} ever bitten? (optional)`}
                  placeholder="Snaps when nails are cut"
                  maxLength={limits.short}
                  value={biteNotes}
                  onChange={(event) => wish(id, { biteNotes: event.currentTarget.value })}
                />
              </div>
            )}
          </section>
        )
      })}
      <p className={css.more}>
        <Link to={`/profile/add-pet?from=${encodeURIComponent(pathname + search)}`}>Add a pet</Link>
        {isFull && <span>{atMostText(maxPets)}</span>}
      </p>
      <Textarea
        label="Special instructions (optional)"
        rows={3}
        maxLength={limits.short}
        value={reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <p className={css.estimate} role="status">
        {minutes && (
          <>
            Estimate: <strong>{formatMoney({ amount: priceFor(amount, minutes), currency })}</strong> for{' '}
            {minutes} minutes, however many pets. You pay the stylist, who tells you the final price once they
            see the coat.
          </>
        )}
      </p>
    </fieldset>
  )
}
