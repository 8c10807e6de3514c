import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Sort } from '#/appointments/find.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import { useTypedSearch } from '#/kernel/web/list/use-typed-search.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import type { FiltersDialogProps } from './FiltersDialog.tsx'
import { activeFilters, drop, type Filters, nameOf } from './filters.ts'
import css from './ProviderFilters.module.css'

/** The filter by speciality: words with an example ('Like surgery or skin'), or one of a few choices. */
export type Speciality = { label: string } & (
  | { example: string }
  | { any: string; options: readonly string[] }
)

type Props = {
  filters: Filters
  words: TradeWords
  speciality: Speciality
  /** While a dialog is open its URL stays, and typed text is searched once it closes. */
  isHeld: boolean
  order: Sort
  /** Distances can be told. */
  hasPlace: boolean
  onChange: (filters: Filters, how?: { isTyped: boolean }) => void
}

type Typed = Pick<Filters, 'location' | 'specialization'>

const sameTyped = (a: Typed, b: Typed) =>
  (a.location ?? '') === (b.location ?? '') && (a.specialization ?? '') === (b.specialization ?? '')

const dialog = onDemand<FiltersDialogProps>(() => import('./FiltersDialog.tsx'))

const sortNames = [
  ['rating', 'Best rated'],
  ['distance', 'Nearest'],
  ['price', 'Cheapest'],
] as const satisfies [Sort, string][]

/** Shows all filters, and writes them to the URL once typing pauses. The fields follow other changes of the URL. */
export function ProviderFilters(props: Props) {
  const { filters, words, speciality, isHeld, order, hasPlace, onChange } = props
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, isOpen)
  const { location: _, specialization: __, ...others } = filters
  const { typed, setTyped, search } = useTypedSearch<Typed>({
    searched: filters,
    same: sameTyped,
    trim: trimmed,
    onSearch: (wish) => onChange({ ...wish, ...others }, { isTyped: true }),
    isHeld,
  })

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  const field = (name: keyof Typed) => ({
    name,
    value: typed[name] ?? '',
    maxLength: 200,
    autoComplete: 'off',
    enterKeyHint: 'search' as const,
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  const active = activeFilters(others)
  const any = Boolean(typed.location || typed.specialization || active.length)
  const focusForm = () => form.current?.focus()
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
        <NativeSelect
          label="Sort by"
          value={order}
          data={sortNames.map(([value, label]) => ({
            value,
            label: value === 'distance' && !hasPlace ? `${label} (set your location first)` : label,
            disabled: value === 'distance' && !hasPlace,
          }))}
          onChange={(event) => onChange({ ...filters, sort: event.currentTarget.value as Sort })}
        />
        <div className={css.buttons}>
          <Button
            variant="default"
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            onPointerEnter={dialog.prefetch}
            onFocus={dialog.prefetch}
          >
            {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
          </Button>
          {any && (
            <Button
              variant="subtle"
              type="button"
              className={css.clear}
              onClick={() => {
                setTyped({})
                onChange({})
                focusForm()
              }}
            >
              Clear filters
            </Button>
          )}
        </div>
      </form>
      <ActiveFilters
        filters={active.map((filter) => ({ key: filter, name: nameOf(filter, filters) }))}
        onRemove={(filter) => {
          onChange(drop(filters, filter))
          focusForm()
        }}
      />
      {isOpen && Dialog && (
        <Dialog
          filters={filters}
          words={words}
          onClose={() => setOpen(false)}
          onApply={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      )}
    </search>
  )
}

function trimmed({ location, specialization }: Typed): Typed {
  return {
    ...(location?.trim() ? { location: location.trim() } : {}),
    ...(specialization?.trim() ? { specialization: specialization.trim() } : {}),
  }
}
