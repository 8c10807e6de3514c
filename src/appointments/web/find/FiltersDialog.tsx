import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { mostChosenDays } from '#/appointments/find.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import { parseAmount } from '#/kernel/money.ts'
import { dayOf, daysFrom, formatDay } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useKnownPosition } from '#/location/web/index.ts'
import css from './FiltersDialog.module.css'
import type { Filters } from './filters.ts'

export type FiltersDialogProps = {
  filters: Filters
  words: TradeWords
  onApply(filters: Filters): void
  onClose(): void
}

const radii = [2, 5, 10, 25, 50].map((km) => ({ value: String(km), label: `${km} km` }))
const ratings = [3, 4, 4.5].map((stars) => ({ value: String(stars), label: `${stars} or better` }))
const chosen = 'chosen'
const freeChoices = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Today' },
  ...[3, 7, 14].map((days) => ({ value: String(days), label: `Within ${days} days` })),
  { value: chosen, label: 'On days I choose' },
]

/** Shows the filters that aren't on the page itself. They apply together, so that the list changes once. */
export default function FiltersDialog({ filters, words, onApply, onClose }: FiltersDialogProps) {
  const [q, setQ] = useState(filters.q ?? '')
  const [near, setNear] = useState(filters.near ?? '')
  const [within, setWithin] = useState(filters.within ? String(filters.within) : filters.near ? '' : '10')
  const [price, setPrice] = useState(filters.maxPrice === undefined ? '' : String(filters.maxPrice))
  const [rating, setRating] = useState(filters.rating ? String(filters.rating) : '')
  const [meet, setMeet] = useState<string>(filters.meet ?? '')
  const { free: asked } = filters
  const [free, setFree] = useState(typeof asked === 'object' ? chosen : asked ? String(asked) : '')
  const [days, setDays] = useState<readonly string[]>(typeof asked === 'object' ? asked : [])
  const [tried, setTried] = useState(false)
  const priceField = useRef<HTMLInputElement>(null)
  const firstDay = useRef<HTMLInputElement>(null)
  const here = useKnownPosition(useSession().user?.id ?? null)

  const amount = price.trim() ? parseAmount(price) : undefined
  const priceError = amount === null ? 'Please write an amount like 800.' : undefined
  const daysError = free === chosen && days.length === 0 ? 'Please choose at least one day.' : undefined

  function apply(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (priceError) return priceField.current?.focus()
    if (daysError) return firstDay.current?.focus()
    const place = near.trim()
    const { location, specialization, sort } = filters
    const soon = free === chosen ? days.toSorted() : Number(free)
    onApply({
      ...(location && { location }),
      ...(specialization && { specialization }),
      ...(q.trim() && { q: q.trim() }),
      ...(place && { near: place, ...(within && { within: Number(within) }) }),
      ...(amount !== undefined && amount !== null && { maxPrice: Math.ceil(amount / 100) }),
      ...(rating && { rating: Number(rating) }),
      ...((meet === 'online' || meet === 'in_person') && { meet }),
      ...(soon && { free: soon }),
      ...(sort && { sort }),
    })
  }

  function clear() {
    for (const set of [setQ, setNear, setPrice, setRating, setMeet, setFree]) set('')
    setWithin('10')
    setDays([])
    setTried(false)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Filter {words.providers}</strong>}
      size="34rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={css.form} onSubmit={apply} noValidate>
        <TextInput
          label="Keywords"
          placeholder="A name, a speciality or a place"
          data-autofocus
          maxLength={200}
          autoComplete="off"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <div className={css.pair}>
          <TextInput
            label="Near"
            placeholder="City, area or PIN code"
            maxLength={200}
            autoComplete="off"
            value={near}
            onChange={(event) => setNear(event.currentTarget.value)}
          />
          <NativeSelect
            label="Distance"
            value={within}
            data={[{ value: '', label: 'Any distance' }, ...radii]}
            onChange={(event) => setWithin(event.currentTarget.value)}
          />
        </div>
        {here && near !== here.name && (
          <Button variant="light" type="button" className={css.here} onClick={() => setNear(here.name)}>
            Near {here.name}
          </Button>
        )}
        <div className={css.pair}>
          <TextInput
            ref={priceField}
            label="Highest price in ₹"
            placeholder="Any price"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            value={price}
            error={tried && priceError}
            onChange={(event) => setPrice(event.currentTarget.value)}
          />
          <NativeSelect
            label="Rating"
            value={rating}
            data={[{ value: '', label: 'Any rating' }, ...ratings]}
            onChange={(event) => setRating(event.currentTarget.value)}
          />
        </div>
        <div className={css.pair}>
          {!words.onlyInPerson && (
            <NativeSelect
              label="Meeting"
              value={meet}
              data={[
                { value: '', label: 'In person or online' },
                { value: 'in_person', label: 'In person' },
                { value: 'online', label: 'Online' },
              ]}
              onChange={(event) => setMeet(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            label="Free"
            value={free}
            data={freeChoices}
            onChange={(event) => setFree(event.currentTarget.value)}
          />
        </div>
        {free === chosen && (
          <fieldset className={css.days}>
            <legend>Free on one of these days</legend>
            {daysFrom(dayOf(new Date(), ownZone()), mostChosenDays).map((day, index) => (
              <label key={day}>
                <input
                  ref={index === 0 ? firstDay : undefined}
                  type="checkbox"
                  checked={days.includes(day)}
                  onChange={({ currentTarget: { checked } }) =>
                    setDays(checked ? [...days, day] : days.filter((other) => other !== day))
                  }
                />
                {formatDay(day).replace(/ \d{4}$/, '')}
              </label>
            ))}
            {tried && daysError && (
              <p role="alert" className={css.error}>
                {daysError}
              </p>
            )}
          </fieldset>
        )}
        <div className={css.actions}>
          <Button variant="subtle" type="button" onClick={clear}>
            Clear all
          </Button>
          <Button type="submit">Show {words.providers}</Button>
        </div>
      </form>
    </Modal>
  )
}
