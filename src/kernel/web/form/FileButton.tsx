import { Button } from '@mantine/core'
import { type Ref, useRef, useState } from 'react'
import { heicTypes } from '#/kernel/pictures.ts'
import css from './FileButton.module.css'
import field from './field.module.css'
import { longestSides } from './redrawn.ts'
import { useDrop } from './use-drop.ts'
import { smallerText, useSmallerFiles } from './use-smaller-files.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  /** The id of its description: accepted files, or what was wrong with one. */
  describedBy: string
  problem: boolean
  busy?: boolean
} & ({ onChoose(file: File): void } | { onChooseAll(files: File[]): void })

/**
 * Opens the file dialog, and takes files dropped on the field around it. Heavy pictures are made smaller first. The same
 * file can be chosen again.
 */
export function FileButton({ ref, label, accept, describedBy, problem, busy = false, ...chosen }: Props) {
  const isMultiple = 'onChooseAll' in chosen
  const button = useRef<HTMLLabelElement>(null)
  const [leftOut, setLeftOut] = useState('')
  const longest = longestSides[accept.includes('application/pdf') ? 'document' : 'picture']
  const smaller = useSmallerFiles((files) => {
    if ('onChooseAll' in chosen) chosen.onChooseAll(files)
    else if (files[0]) chosen.onChoose(files[0])
  }, longest)
  useDrop(button, take)

  function take(files: File[]) {
    if (busy) return
    const [first, ...others] = files
    const isOneOfMany = !isMultiple && first && others.length > 0
    setLeftOut(isOneOfMany ? `Only one file fits here. We took ${first.name}.` : '')
    smaller.take(isOneOfMany ? [first] : files, button.current?.closest('form') ?? null)
  }

  return (
    <>
      <Button
        component="label"
        ref={button}
        variant="default"
        className={css.choose}
        aria-disabled={busy || smaller.isBusy}
      >
        {label}
        <input
          ref={ref}
          type="file"
          accept={accept.includes('image/jpeg') ? `${accept},${heicTypes}` : accept}
          multiple={isMultiple}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
          className={field.hidden}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </Button>
      <p role="status" className={css.said}>
        {smallerText(smaller, 'form') || leftOut}
      </p>
    </>
  )
}
