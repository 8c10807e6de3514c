import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { parseAmount } from '#/kernel/money.ts'
import { petSizes } from '#/sitting/rules.ts'
import { sizeText } from '#/sitting/text.ts'
import { priceUnit, radii, type SitterAddress, type SitterFilters } from './address.ts'
import css from './SitterFiltersDialog.module.css'

export type SitterFiltersDialogProps = {
  address: SitterAddress
  onApply(filters: SitterFilters): void
  onClose(): void
}

const choices = (any: string, values: readonly number[], label: (value: number) => string) => [
  { value: '', label: any },
  ...values.map((value) => ({ value: String(value), label: label(value) })),
]

/** Applies all filters together, so that the list changes once. */
export default function SitterFiltersDialog({ address, onApply, onClose }: SitterFiltersDialogProps) {
  const { wanted, filters } = address
  // Without a place there is no distance and no order by it.
  const { near } = wanted
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
  const [price, setPrice] = useState(textOf(filters.maxPrice))
  const [rating, setRating] = useState(textOf(filters.rating))
  const [years, setYears] = useState(textOf(filters.years))
  const [within, setWithin] = useState(textOf(filters.within))
  const [size, setSize] = useState<string>(filters.size ?? '')
  const [isVerified, setVerified] = useState(Boolean(filters.isVerified))
  const [noOwnPets, setNoOwnPets] = useState(Boolean(filters.noOwnPets))
  const [tried, setTried] = useState(false)
  const priceField = useRef<HTMLInputElement>(null)

  const amount = price.trim() ? parseAmount(price) : undefined
  const priceError = amount === null ? 'Please write an amount like 300.' : undefined

  function apply(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (priceError) return priceField.current?.focus()
    const { sort } = filters
    const accepted = petSizes.find((known) => known === size)
    onApply({
      ...(within && { within: Number(within) }),
      ...(typeof amount === 'number' && { maxPrice: Math.ceil(amount / 100) }),
      ...(rating && { rating: Number(rating) }),
      ...(years && { years: Number(years) }),
      ...(accepted && { size: accepted }),
      ...(isVerified && { isVerified: true as const }),
      ...(noOwnPets && { noOwnPets: true as const }),
      ...(sort && { sort }),
    })
  }

  function clear() {
    for (const set of [setPrice, setRating, setYears, setWithin, setSize]) set('')
    setVerified(false)
    setNoOwnPets(false)
    setTried(false)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Filter pet sitters</strong>}
      size="34rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={css.form} onSubmit={apply} noValidate>
        <div className={css.pair}>
          <TextInput
            ref={priceField}
            label={`Highest price in ₹, ${priceUnit(wanted.service)}`}
            placeholder="Any price"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            data-autofocus
            value={price}
            error={tried && priceError}
            onChange={(event) => setPrice(event.currentTarget.value)}
          />
          <NativeSelect
            label="Rating"
            value={rating}
            data={choices('Any rating', [3, 4, 4.5], (stars) => `${stars} or better`)}
            onChange={(event) => setRating(event.currentTarget.value)}
          />
          <NativeSelect
            label="Years of experience"
            value={years}
            data={choices('Any', [1, 3, 5, 10], (least) => `${least} or more`)}
            onChange={(event) => setYears(event.currentTarget.value)}
          />
          <NativeSelect
            label="Accepts size"
            value={size}
            data={[
              { value: '', label: 'Any size' },
              ...petSizes.map((value) => ({ value, label: sizeText[value] })),
            ]}
            onChange={(event) => setSize(event.currentTarget.value)}
          />
          {near && (
            <NativeSelect
              label={`Distance from ${near}`}
              value={within}
              data={choices('Any distance', radii, (km) => `${km} km`)}
              onChange={(event) => setWithin(event.currentTarget.value)}
            />
          )}
        </div>
        <div className={css.ticks}>
          <Checkbox
            label="Verified"
            checked={isVerified}
            onChange={(event) => setVerified(event.currentTarget.checked)}
          />
          <Checkbox
            label="Has no pets of their own"
            checked={noOwnPets}
            onChange={(event) => setNoOwnPets(event.currentTarget.checked)}
          />
        </div>
        <div className={css.actions}>
          <Button variant="subtle" type="button" onClick={clear}>
            Clear all
          </Button>
          <Button type="submit">Show pet sitters</Button>
        </div>
      </form>
    </Modal>
  )
}
