import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import css from './NoteForm.module.css'
import { useRowFocus } from './use-row-focus.ts'

type Row = { key: number }

/** The editor's props for one row. `idOf` returns the id by which a problem points to a field. */
export type RowEditor<One extends Row> = {
  row: One
  idOf(field: string): string
  set(part: Partial<One>): void
}

type Props<One extends Row> = {
  legend: string
  /** 'medicine', as in 'Remove medicine 2'. */
  noun: string
  add: { first: string; more: string }
  most: number
  rows: readonly One[]
  empty(): One
  onChange(rows: One[]): void
  children(editor: RowEditor<One>): ReactNode
}

/** Edits rows of a note, which can be added and removed. */
export function NoteRows<One extends Row>(props: Props<One>) {
  const { noun, add, rows, onChange } = props
  const { ref, focusLast, focusButton } = useRowFocus()
  return (
    <fieldset className={css.group} ref={ref}>
      <legend>{props.legend}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset doesn't shrink
        <div
          key={row.key}
          className={css.row}
          role="group"
          aria-label={`${noun[0]!.toUpperCase()}${noun.slice(1)} ${index + 1}`}
          data-row
        >
          <div className={css.grid}>
            {props.children({
              row,
              idOf: (field) => `${noun} ${row.key} ${field}`,
              set: (part) => onChange(rows.map((one) => (one === row ? { ...one, ...part } : one))),
            })}
          </div>
          <div>
            <Button
              variant="subtle"
              aria-label={`Remove ${noun} ${index + 1}`}
              onClick={() => {
                onChange(rows.filter((one) => one !== row))
                focusButton()
              }}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {rows.length < props.most && (
        <div>
          <Button
            variant="default"
            data-add
            onClick={() => {
              onChange([...rows, props.empty()])
              focusLast()
            }}
          >
            {rows.length > 0 ? add.more : add.first}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

export type RowText<One> = {
  name: keyof One & string
  label: string
  required?: true
  hint?: string
  isNumber?: true
  max: number
}

/** The text fields of a row. */
export function RowTexts<One extends Row>({
  editor: { row, idOf, set },
  fields,
  problems,
}: {
  editor: RowEditor<One>
  fields: readonly RowText<One>[]
  problems: Problems<string>
}) {
  return fields.map(({ name, label, required = false, hint, isNumber, max }) => (
    <div key={name} data-field={idOf(name)}>
      <TextInput
        label={label}
        required={required}
        placeholder={hint}
        inputMode={isNumber ? 'numeric' : 'text'}
        maxLength={max}
        autoComplete="off"
        value={String(row[name])}
        error={problems[idOf(name)]}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<One>)}
      />
    </div>
  ))
}
