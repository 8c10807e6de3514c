import { Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { PetPicker, useMyPets } from '#/pets/web/index.ts'
import css from './BookingExtras.module.css'
import type { TradeWords } from './trade-words.ts'

/** The trade's own fields beside pet and reason. */
export type Extra = {
  /** 'contact', for the fold's title. */
  title: string
  /** The choice as text: 'by phone'. */
  said: string
  field: ReactNode
}

type Extras = { petIds: string[]; reason: string }

type Props = {
  value: Extras
  onChange(change: Partial<Extras>): void
  words: TradeWords
  extra?: Extra | undefined
  /** Opens the fold, because something in it has just changed elsewhere. */
  startsOpen: boolean
}

const maxReason = 500
const titles = new Intl.ListFormat('en-GB')

/** Optional fields, folded on a phone, where they would separate the slots from the button. */
export function BookingExtras({ value, onChange, words, extra, startsOpen }: Props) {
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [open, setOpen] = useState(wide || startsOpen)
  const { pets } = useMyPets({ all: true })
  const [petId = ''] = value.petIds
  const pet = pets.find(({ id }) => id === petId)
  const said = [pet?.name ?? 'No pet selected', value.reason.trim() && 'reason given', extra?.said]
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className={css.extras}>
      <summary>
        {titles.format(['Pet', 'reason', ...(extra ? [extra.title] : [])])}
        <small>{open ? 'All optional' : said.filter(Boolean).join(', ')}</small>
      </summary>
      <div className={css.columns}>
        <div className={css.choices}>
          <PetPicker value={petId} onChange={(picked) => onChange({ petIds: picked ? [picked] : [] })} />
          {extra?.field}
        </div>
        <Textarea
          label={words.reason?.label ?? `Reason for the ${words.inPerson} (optional)`}
          description={words.reason?.hint ?? `What should the ${words.short} know beforehand?`}
          rows={4}
          maxLength={maxReason}
          value={value.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}
