import { Button } from '@mantine/core'
import type { Ref } from 'react'
import css from './FileButton.module.css'
import field from './field.module.css'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  /** The id of its description: accepted files, or what was wrong with one. */
  describedBy: string
  problem: boolean
  busy?: boolean
  onChoose(file: File): void
}

/** Opens the file dialog. The same file can be chosen again. */
export function FileButton({ ref, label, accept, describedBy, problem, busy = false, onChoose }: Props) {
  return (
    <Button component="label" variant="default" className={css.choose} aria-disabled={busy}>
      {label}
      <input
        ref={ref}
        type="file"
        accept={accept}
        aria-describedby={describedBy}
        aria-invalid={problem ? true : undefined}
        className={field.hidden}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file && !busy) onChoose(file)
          event.currentTarget.value = ''
        }}
      />
    </Button>
  )
}
