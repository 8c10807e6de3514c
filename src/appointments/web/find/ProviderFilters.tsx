import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import { useTypedSearch } from '#/kernel/web/list/use-typed-search.ts'
import { useKnownPlace } from '#/location/web/index.ts'
import css from './ProviderFilters.module.css'

/** What a list of providers is narrowed to; both are parts of the address. */
export type Filters = { location?: string; specialization?: string }

/** What they do: words to look for, with an example ('Like surgery or skin'), or one of a few. */
export type Speciality = { label: string } & (
  | { example: string }
  | { any: string; options: readonly string[] }
)

type Props = {
  filters: Filters
  words: TradeWords
  speciality: Speciality
  /** While a dialog is open its address stays; what was typed is searched for once it closes. */
  isHeld: boolean
  onChange: (filters: Filters) => void
}

const sameFilters = (a: Filters, b: Filters) =>
  (a.location ?? '') === (b.location ?? '') && (a.specialization ?? '') === (b.specialization ?? '')

/** Both filters, in the address once typing pauses. Where the address changes otherwise, the fields follow it. */
export function ProviderFilters(props: Props) {
  const { filters, words, speciality, isHeld, onChange } = props
  const form = useRef<HTMLFormElement>(null)
  const { typed, setTyped, search } = useTypedSearch({
    searched: filters,
    same: sameFilters,
    trim: trimmed,
    onSearch: onChange,
    isHeld,
  })

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  const field = (name: keyof Filters) => ({
    name,
    value: typed[name] ?? '',
    maxLength: 200,
    autoComplete: 'off',
    enterKeyHint: 'search' as const,
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  const near = useKnownPlace(useSession().user?.id ?? null)
  const any = Boolean(typed.location || typed.specialization)
  return (
    <search>
      <form
        ref={form}
        tabIndex={-1}
        className={css.filters}
        onSubmit={searchNow}
        aria-label={`Filter ${words.providers}`}
      >
        <TextInput label="Location" placeholder="City or area" {...field('location')} />
        {'options' in speciality ? (
          <NativeSelect
            label={speciality.label}
            name="specialization"
            value={typed.specialization ?? ''}
            data={[{ value: '', label: speciality.any }, ...speciality.options]}
            onChange={field('specialization').onChange}
          />
        ) : (
          <TextInput label={speciality.label} placeholder={speciality.example} {...field('specialization')} />
        )}
        {near && !typed.location && (
          <Button
            variant="light"
            type="button"
            className={css.near}
            onClick={() => {
              const wish = { ...typed, location: near }
              setTyped(wish)
              search(wish)
              // The button goes; the focus stays with the filters, without a keyboard rising over the list.
              form.current?.focus()
            }}
          >
            Near {near}
          </Button>
        )}
        {any && (
          <Button variant="subtle" type="button" onClick={() => setTyped({})} className={css.clear}>
            Clear filters
          </Button>
        )}
      </form>
    </search>
  )
}

function trimmed({ location, specialization }: Filters): Filters {
  return {
    ...(location?.trim() ? { location: location.trim() } : {}),
    ...(specialization?.trim() ? { specialization: specialization.trim() } : {}),
  }
}
