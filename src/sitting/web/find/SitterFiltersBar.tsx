import { Button, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { ActiveFilters } from '#/appointments/web/index.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import {
  activeFilters,
  drop,
  nameOf,
  type SitterAddress,
  type SitterFilters,
  type SitterSort,
  sortNames,
} from './address.ts'
import css from './SitterFiltersBar.module.css'
import type { SitterFiltersDialogProps } from './SitterFiltersDialog.tsx'

type Props = {
  address: SitterAddress
  sort: SitterSort
  /** Distances are known. */
  hasPlace: boolean
  onChange(filters: SitterFilters): void
}

const dialog = onDemand<SitterFiltersDialogProps>(() => import('./SitterFiltersDialog.tsx'))

export function SitterFiltersBar({ address, sort, hasPlace, onChange }: Props) {
  const { filters } = address
  const bar = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, isOpen)
  const active = activeFilters(filters)
  const focusBar = () => bar.current?.focus()
  const { sort: _, ...rest } = filters
  return (
    <search ref={bar} tabIndex={-1} className={css.bar} aria-label="Filter pet sitters">
      <div className={css.controls}>
        <NativeSelect
          label="Sort by"
          value={sort}
          data={(Object.keys(sortNames) as SitterSort[]).map((value) => ({
            value,
            label:
              value === 'distance' && !hasPlace
                ? `${sortNames[value]} (search near a place)`
                : sortNames[value],
            disabled: value === 'distance' && !hasPlace,
          }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value as SitterSort
            onChange(chosen === 'fit' ? rest : { ...rest, sort: chosen })
          }}
        />
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
        {active.length > 0 && (
          <Button
            variant="subtle"
            type="button"
            onClick={() => {
              onChange({})
              // The button disappears; the focus stays with the filters.
              focusBar()
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
      <ActiveFilters
        filters={active.map((filter) => ({ key: filter, name: nameOf(filter, address) }))}
        onRemove={(filter) => {
          onChange(drop(filters, filter))
          focusBar()
        }}
      />
      {isOpen && Dialog && (
        <Dialog
          address={address}
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
